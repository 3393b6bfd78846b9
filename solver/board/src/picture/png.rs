//! PNG files (ISO/IEC 15948): eight bits for each of red, green and blue.

use miniz_oxide::deflate::compress_to_vec_zlib;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
/// Compression level.
const LEVEL: u8 = 9;

/// A file with these pixels, row by row.
pub fn encode(width: usize, pixels: &[[u8; 3]]) -> Vec<u8> {
    let height = pixels.len() / width.max(1);
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Depth 8, colour type 2 (red, green, blue), and the only methods that there are.
    header.extend([8, 2, 0, 0, 0]);
    let mut rows = Vec::with_capacity(height * (3 * width + 1));
    for row in pixels.chunks(width.max(1)) {
        // Filter 0: bytes as they are.
        rows.push(0);
        rows.extend(row.iter().flatten());
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(data);
    let check = crc(&file[start..]);
    file.extend(check.to_be_bytes());
}

/// CRC-32 as PNG has it.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values() {
        // The values that the standards give.
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc(b"IEND"), 0xae42_6082);
        let file = encode(2, &[[1, 2, 3], [4, 5, 6]]);
        assert_eq!(file[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
    }
}
