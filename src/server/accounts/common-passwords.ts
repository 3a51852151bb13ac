/**
 * Passwords that guessers try first. Only their digests are kept, so the list can be compared with what arrives on the wire.
 * The list is made from the words and endings that lead every published list of leaked passwords.
 */
import { type DigestSettings, digestVersion, wireDigest } from './wire-digest.ts';

const WORDS =
  'password passwd pass admin administrator root user guest test welcome login letmein qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd ' +
  'abc abcd abcde abcdef aa aaa a ab aabb monkey dragon master shadow sunshine princess football baseball basketball superman batman iloveyou love lovely hello charlie michael ' +
  'jordan hunter summer winter spring autumn freedom whatever trustno starwars computer internet samsung google apple iphone windows microsoft killer ginger pepper daniel andrew ' +
  'thomas robert jessica ashley nicole soccer hockey cookie chelsea arsenal liverpool secret default changeme company temp demo render renderbus foxrenderfarm foxrender maya ' +
  'blender houdini cinema studio woaini nihao wang zhang li chen liu zhao huang zhou shanghai beijing china taobao alipay weixin wechat tencent qq baidu january february march ' +
  'april june july august september october november december monday friday sunday january';
const ENDINGS =
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 01 007 11 111 1111 111111 22 123123 321 520 521 1314 5201314 666 6666 888 8888 999 77 69 99 88 ' +
  '1! 1. 123! 123. 123@ @123 @1234 #123 !123 _123 @1 2020 2021 2022 2023 2024 2025 2026 2020! 2021! 2022! 2023! 2024! 2025! 2026! @2023 @2024 @2025 @2026 abc qwe a1 a123 q1 123a 123A 123abc 1q2w3e';
const WHOLE =
  '123456 12345678 123456789 1234567890 12345 1234567 111111 000000 123123 654321 666666 888888 121212 112233 11223344 87654321 987654321 0987654321 147258369 159753 1q2w3e 1q2w3e4r ' +
  '1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1Qaz2wsx 1qaz@WSX 1qaz!QAZ !QAZ2wsx !Qaz2wsx Qwer1234 Qwer123456 qwer1234 Asdf1234 Asdf123456 Zxcv1234 Qwe12345 Qwe123456 Qweasd123 Qazwsx123 Passw0rd ' +
  'Passw0rd! Passw0rd1 P@ssw0rd P@ssw0rd1 P@ssw0rd123 P@ssword1 P@ssword123 p@ssw0rd Pa55word Pa$$w0rd Admin123 Admin@123 Abc12345 Abcd1234 Abcd12345 Aa123456 Aa1234567 Aa12345678 Aa123456789 ' +
  'A1234567 A12345678 A123456a a1234567 a12345678 a123456789 1234567a 12345678a 123456aA 123456Aa 1234qwer 1234Qwer 123qweASD 123Qweasd 12345678Aa 12345678aA Zaq12wsx zaq1ZAQ! Q1w2e3r4 Q1w2e3r4t5 ' +
  'Trustno1 TrustNo1 Letmein1 Iloveyou1 Woaini1314 Woaini520 Woaini521 Asd123456 Asd12345 Zxc123456 Aaa111111 Aaa123456 Aa112233 Aa11223344 Aa111111 Aa000000 Aa123123 Aa654321 Aa666666 Aa888888 ' +
  'Qq123456 Qq123456789 Ww123456 Zz123456 Abc123456 Abc123456789 Abc123abc Test1234 Temp1234 Changeme1 Welcome1 Welcome123 Monkey123 Dragon123';

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Every password of the list, in clear. */
function* commonPasswords(): Generator<string> {
  yield* WHOLE.split(' ');
  const endings = ENDINGS.split(' ');
  for (const word of WORDS.split(' ')) {
    for (const shape of [word, capitalised(word), word.toUpperCase()]) {
      yield shape;
      for (const ending of endings) yield shape + ending;
    }
  }
}

const digests = new Map<string, ReadonlySet<string>>();

/** Whether a digest of the wire is that of a common password. */
export function isTooCommon(digest: string, line: DigestSettings): boolean {
  const version = digestVersion(line);
  let known = digests.get(version);
  if (!known) {
    const made = new Set<string>();
    for (const password of commonPasswords()) made.add(wireDigest(password, line));
    known = made;
    digests.set(version, known);
  }
  return known.has(digest);
}
