//! LEB128 numbers in the fewest bytes, as the bodies of the variants' certificates write them.

pub fn push(body: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
}
