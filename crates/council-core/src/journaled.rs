//! How values that are one word are kept in a journal: as that word, and read back only if it is one.

/// Makes a type serde-able through its `Display` or `word` spelling and its `read` function.
macro_rules! journaled_as_word {
    ($type:ty, $write:expr, $read:expr, $what:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> String = $write;
                serializer.serialize_str(&write(self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                let read: fn(&str) -> Option<$type> = $read;
                read(&word).ok_or_else(|| {
                    serde::de::Error::custom(format!(concat!("`{}` is not a ", $what), word))
                })
            }
        }
    };
}

pub(crate) use journaled_as_word;
