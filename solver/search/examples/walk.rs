use search::normal::walkers::{Rule, Shared, simulate};
fn main() {
    // walk spots workers,.. add:share:leaf:slack ...
    let args: Vec<String> = std::env::args().collect();
    for spots in args[1].split(',') {
        let spots: usize = spots.parse().unwrap();
        let mut shared = Shared::default();
        let mut alone = 0.0;
        let mut alone_moves = 0;
        let run = |shared: &mut Shared, w: usize, r: &Rule, alone: &mut f64, alone_moves: &mut u64| {
            let begin = std::time::Instant::now();
            let o = simulate(shared, spots, w, r, 1000, 20);
            if *alone == 0.0 {
                *alone = o.time as f64;
                *alone_moves = o.moves;
            }
            println!("{spots} W={w} {}:{}:{}:{} t={:.4} speed={:.1} eff={:.2} exp={} work={:.3} looked={} idle={:.2} facts={} real={:.1}",
                r.add, r.add_share, r.add_leaf, r.slack, o.time as f64/1e9, *alone/o.time as f64, *alone/o.time as f64/w as f64,
                o.expansions, o.moves as f64 / *alone_moves as f64, o.looked, o.idle as f64/(o.time as f64*w as f64), o.facts, begin.elapsed().as_secs_f64());
        };
        run(&mut shared, 1, &Rule { add: 0, add_share: 0, add_leaf: 0, slack: 0 }, &mut alone, &mut alone_moves);
        for rule in &args[3..] {
            let v: Vec<u32> = rule.split(':').map(|x| x.parse().unwrap()).collect();
            let rule = Rule { add: v[0], add_share: v[1], add_leaf: v[2], slack: v[3] };
            for w in args[2].split(',') {
                run(&mut shared, w.parse().unwrap(), &rule, &mut alone, &mut alone_moves);
            }
        }
    }
}
