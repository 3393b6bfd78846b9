//! Sealed bytes: a magic, postcard's encoding of a value, and the blake3 digest of both.
//!
//! Certificates and facts files have this form. The digest notices damage; it proves nothing about the content.

use serde::{Deserialize, Serialize};

/// The bytes of a sealed value and their digest, which is also their last 32 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    pub bytes: Vec<u8>,
    pub digest: blake3::Hash,
}

/// Why sealed bytes cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("it does not begin with the right magic bytes")]
    Magic,
    #[error("it is cut short")]
    Short,
    #[error("its digest does not match")]
    Digest,
}

/// Seals a value behind a magic.
pub fn seal(magic: &[u8; 8], value: &impl Serialize) -> Sealed {
    let mut bytes = postcard::to_extend(value, magic.to_vec()).expect("plain data can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    Sealed { bytes, digest }
}

/// The encoded value between magic and digest, if both are right.
pub fn open<'a>(magic: &[u8; 8], bytes: &'a [u8]) -> Result<&'a [u8], SealError> {
    if !bytes.starts_with(magic) {
        return Err(SealError::Magic);
    }
    let (content, digest) = bytes.split_last_chunk::<32>().ok_or(SealError::Short)?;
    if blake3::hash(content).as_bytes() != digest {
        return Err(SealError::Digest);
    }
    content.get(magic.len()..).ok_or(SealError::Short)
}

/// Reads a value that fills its encoding to the last byte.
pub fn read<'a, T: Deserialize<'a>>(encoded: &'a [u8]) -> Result<T, String> {
    match postcard::take_from_bytes(encoded) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(format!("{} bytes are left over", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_values_come_back_and_damage_is_noticed() {
        let sealed = seal(b"SPRTESTS", &(7u32, "text"));
        let encoded = open(b"SPRTESTS", &sealed.bytes).unwrap();
        assert_eq!(read::<(u32, &str)>(encoded), Ok((7, "text")));
        assert!(read::<u32>(encoded).is_err());
        assert_eq!(open(b"SPROTHER", &sealed.bytes), Err(SealError::Magic));
        assert_eq!(open(b"SPRTESTS", b"SPRTESTS"), Err(SealError::Short));
        for at in 8..sealed.bytes.len() {
            let mut damaged = sealed.bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(open(b"SPRTESTS", &damaged), Err(SealError::Digest), "byte {at}");
            assert!(open(b"SPRTESTS", &sealed.bytes[..at]).is_err(), "{at} bytes");
        }
    }
}
