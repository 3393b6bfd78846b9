//! Packed lands.

use crate::tests::{Random, drawn};
use crate::token::{Land, Token};

/// All kinds of tokens, in the order of the alphabet.
fn alphabet() -> Vec<Token> {
    let degrees = [0, 1, 2].map(Token::degree);
    let lower = (0..400).map(Token::lower);
    let upper = (0..400).map(Token::upper);
    degrees.into_iter().chain(lower).chain(upper).chain([Token::DOT, Token::BAR]).collect()
}

#[test]
fn tokens_are_in_order() {
    assert!(alphabet().is_sorted_by(|a, b| a < b));
}

/// Lands compare as their tokens do, and can be read back.
#[test]
fn packed_strings_compare_as_tokens() {
    let (alphabet, mut random) = (alphabet(), Random::new(41));
    let letters: Vec<Token> = alphabet.iter().copied().filter(|token| *token < Token::DOT).collect();
    let mut strings = vec![];
    for token in &letters {
        strings.push(vec![*token, Token::DOT, Token::BAR]);
    }
    for _ in 0..2_000 {
        // Strings that begin alike, and end with the ends of a boundary and a region, as all lands do.
        let mut string: Vec<Token> = strings[random.below(strings.len())].clone();
        string.truncate(random.below(string.len() + 1));
        for _ in 0..1 + random.below(4) {
            string.push(letters[random.below(letters.len())]);
            string.extend([Token::DOT, Token::BAR].iter().take(random.below(3)));
        }
        while !string.ends_with(&[Token::DOT, Token::BAR]) {
            string.push(if string.ends_with(&[Token::DOT]) { Token::BAR } else { Token::DOT });
        }
        strings.push(string);
    }
    for (one, other) in
        (0..30_000).map(|_| [random.below(strings.len()), random.below(strings.len())]).map(|[a, b]| (a, b))
    {
        let (one, other) = (&strings[one], &strings[other]);
        assert_eq!(Land::of(one).cmp(&Land::of(other)), one.cmp(other), "{one:?} {other:?}");
    }
    for string in &strings {
        let regions = Land::of(string).regions();
        let again = regions.iter().flat_map(|region| {
            let boundaries = region.iter().flat_map(|boundary| boundary.iter().copied().chain([Token::DOT]));
            boundaries.chain([Token::BAR]).collect::<Vec<Token>>()
        });
        assert_eq!(again.collect::<Vec<Token>>(), *string);
    }
}

/// No land is the beginning of another one: so a list of lands is compared as their strings one after the other.
#[test]
fn no_land_begins_another() {
    let mut random = Random::new(42);
    let mut lands: Vec<Land> = (0..300).flat_map(|_| drawn(&mut random, 9).canonical().unwrap().0).collect();
    lands.sort_unstable();
    lands.dedup();
    let string = |land: &Land| format!("{:?}", land.regions());
    assert!(lands.len() > 200);
    assert!(lands.windows(2).all(|pair| pair[0] < pair[1] && !string(&pair[1]).starts_with(&string(&pair[0]))));
}
