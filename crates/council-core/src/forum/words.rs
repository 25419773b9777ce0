//! Closed lists of words: an enum whose every value has one spelling, and no other spelling is read.

macro_rules! words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident { $( $(#[$value_doc:meta])* $value:ident = $word:literal, )+ }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $( $(#[$value_doc])* $value, )+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &[$name] = &[$( $name::$value, )+];

            /// Returns the word for it.
            pub fn word(self) -> &'static str {
                match self { $( $name::$value => $word, )+ }
            }

            /// Reads the word; any other spelling is nothing.
            pub fn read(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        /// A journal keeps the word.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(from)?;
                $name::read(&word).ok_or_else(|| {
                    serde::de::Error::custom(format!("unknown word `{word}`"))
                })
            }
        }
    };
}

pub(crate) use words;
