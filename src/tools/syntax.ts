/** What is wrong with a text that is no JSON: in words, at the place where it should be mended. */
import { type ParseError, printParseErrorCode } from 'jsonc-parser';

interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
  readonly fix: string;
}

const SYNTAX: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  InvalidCommentToken: ['comment in JSON', 'delete the comment: JSON has none'],
  CommaExpected: ['comma missing', 'write a comma before this value'],
  ColonExpected: ['colon missing', 'write a colon after the property name'],
  PropertyNameExpected: ['property name expected', 'write a name in double quotes, or delete the comma before'],
  ValueExpected: ['value expected', 'write a value, or delete the comma before'],
  CloseBraceExpected: ['closing brace missing', 'write }'],
  CloseBracketExpected: ['closing bracket missing', 'write ]'],
  EndOfFileExpected: ['text after the end of the JSON value', 'delete it, or check the braces above'],
  InvalidSymbol: ['neither a string, a number, true, false nor null', 'write the value in double quotes'],
  UnexpectedEndOfString: ['string not closed', 'write a closing double quote'],
  InvalidEscapeCharacter: ['invalid escape in a string', 'write \\\\ for a backslash'],
  InvalidUnicode: ['invalid \\u escape', 'write \\u and four hexadecimal digits'],
  InvalidCharacter: ['control character in a string', 'write it as an escape, such as \\n'],
  UnexpectedEndOfNumber: ['number not finished', 'write the digits that are missing'],
  InvalidNumberFormat: ['number not finished', 'write the digits that are missing'],
};

/** Characters of full width and of word processors → what JSON has in their place. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '：': ':',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '“': '"',
  '”': '"',
  '„': '"',
  '＂': '"',
  '‘': '"',
  '’': '"',
  '「': '"',
  '」': '"',
};

const CONFLICT = /^(<{7}|={7}|>{7})( |$)/m;

/** The first fault of a text that could not be parsed. */
export function syntaxFault(text: string, { error, offset }: ParseError): SyntaxFault {
  if (text.trim() === '') return { offset: 0, message: 'the file is empty', fix: 'write it, or delete the file' };
  const conflict = CONFLICT.exec(text);
  if (conflict)
    return {
      offset: conflict.index,
      message: 'marks of a merge conflict',
      fix: 'keep one of the two, and delete the marks',
    };
  const name = printParseErrorCode(error);
  const character = text[offset] ?? '';
  const meant = LOOKALIKES[character];
  if (meant !== undefined && name !== 'InvalidCharacter')
    return { offset, message: `JSON syntax error: ${character} is no JSON`, fix: `write ${meant}` };
  const before = text.slice(0, offset).trimEnd();
  const last = before.at(-1);
  if (last === ',' && (name === 'PropertyNameExpected' || name === 'ValueExpected') && /[}\]]/.test(character)) {
    return { offset: before.length - 1, message: 'JSON syntax error: comma too many', fix: 'delete it' };
  }
  if (name === 'CommaExpected' && character === ':') {
    const fix = 'write { before the first of them, or a comma between two';
    return { offset, message: 'JSON syntax error: a second name in a row', fix };
  }
  if (name === 'CommaExpected')
    return { offset: before.length, message: 'JSON syntax error: comma missing', fix: 'write a comma here' };
  if (name === 'InvalidSymbol' && last === '"' && before.length === offset) {
    const fix = 'write \\" for a double quote inside a text, or “ and ”';
    return { offset, message: 'JSON syntax error: text after the closing double quote', fix };
  }
  const [message, fix] = SYNTAX[name] ?? [name, 'correct the JSON here'];
  return { offset, message: `JSON syntax error: ${message}`, fix };
}
