//! The languages of documents.

/// The language of a view: titles and the names of columns. What a run says itself stays as it is.
///
/// ```
/// use chop_report::{Choice, Language, Run, View, view};
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.json"));
/// let text = view(&Run::from_json(json)?, View::Latency, Choice::default(), Language::Chinese);
/// assert!(text.contains("| 实现 | sign |"), "{text}");
/// # Ok::<(), chop_report::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese in simplified characters.
    Chinese,
}

/// Everything that a view says, in English and in Chinese; `{}` is a number.
const CHINESE: &[(&str, &str)] = &[
    ("Measured by", "测量命令"),
    ("one at a time", "逐个处理"),
    ("n at a time", "每次 n 个"),
    ("the fastest", "各项最快者"),
    ("nanoseconds", "单位纳秒"),
    ("nanoseconds an item", "每项耗时（纳秒）"),
    ("items a second", "每秒个数"),
    ("messages of {} bytes", "消息 {} 字节"),
    ("{} threads", "{} 个线程"),
    ("key as bytes", "公钥为字节"),
    ("key decoded", "公钥已解码"),
    ("private key expanded", "私钥已展开"),
    ("key prepared", "公钥已预计算"),
    ("the same key for all", "同一公钥"),
    ("operation", "操作"),
    ("implementation", "实现"),
    ("ours", "本项目"),
    ("the fastest other", "其他最快者"),
    ("time ÷ ours", "耗时 ÷ 本项目"),
    ("which", "名称"),
    ("Measured", "已测"),
    ("Not measured", "未测"),
    ("name", "名称"),
    ("version", "版本"),
    ("language", "语言"),
    ("built with", "编译选项"),
    ("verifies by", "验签规则"),
    ("constant time", "常数时间"),
    ("why it was not measured", "未测的原因"),
    ("Who accepts what (✓ is accepted", "谁接受什么（✓ 接受"),
    ("– is rejected", "– 拒绝"),
    ("? could not be asked)", "? 无法测试）"),
    ("The cases", "各种情况"),
    ("number", "编号"),
    ("case", "情况"),
    ("what is irregular", "不规范之处"),
];

impl Language {
    /// A text of the views in this language: parts between commas, each of which is in the list or a name.
    pub(crate) fn say(self, text: &str) -> String {
        match self {
            Language::English => text.into(),
            Language::Chinese => text.split(", ").map(chinese).collect::<Vec<_>>().join("，"),
        }
    }

    /// The same with a colon.
    pub(crate) fn introduce(self, text: &str) -> String {
        self.say(text) + if self == Language::English { ":" } else { "：" }
    }
}

fn chinese(part: &str) -> String {
    let number: String = part.chars().filter(char::is_ascii_digit).collect();
    let template = if number.is_empty() { part.into() } else { part.replacen(&number, "{}", 1) };
    let found = CHINESE.iter().find(|(english, _)| *english == template);
    found.map_or(part.into(), |(_, chinese)| chinese.replacen("{}", &number, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, View, view};

    #[test]
    fn parts_are_said_one_by_one_with_their_numbers() {
        let say = |text| Language::Chinese.say(text);
        assert_eq!(say("verify_all, key as bytes, 2 threads"), "verify_all，公钥为字节，2 个线程");
        assert_eq!(say("Ed25519, nanoseconds, messages of 1024 bytes"), "Ed25519，单位纳秒，消息 1024 字节");
        assert_eq!(Language::English.introduce("Ed25519, one at a time"), "Ed25519, one at a time:");
        assert_eq!(Language::Chinese.introduce("Measured by"), "测量命令：");
    }

    #[test]
    fn no_word_of_a_view_stays_english() {
        let mut run = crate::Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let mut more = crate::tests::run(&["chop-a", "b"], &[1, 16]);
        run.implementations.append(&mut more.implementations);
        run.results.append(&mut more.results);
        for which in View::ALL {
            let text = view(&run, which, Choice::default(), Language::Chinese);
            for (english, _) in CHINESE.iter().filter(|(english, _)| !english.contains("{}")) {
                let is_cell = |line: &&str| {
                    line.starts_with('|') && line.split(['|', ',']).any(|cell| cell.trim() == *english)
                };
                assert_eq!(text.lines().find(is_cell), None, "{which}: {english}");
            }
            assert!(!text.contains("messages of") && !text.contains("Measured by"), "{text}");
        }
    }
}
