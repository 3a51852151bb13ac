/** Faults in every format, with texts that could break each of them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import type { Fault } from '../../src/tools/checks/fault.ts';
import { FORMATS, type Format } from '../../src/tools/checks/formats.ts';

const run = promisify(execFile);
const tsx = path.resolve('node_modules/.bin/tsx');
const command = path.resolve('src/tools/check.ts');
const formats = Object.keys(FORMATS) as Format[];

const AWKWARD: readonly string[] = [
  '100 % of 50%25, a: b, c',
  'two\nlines\r\nand a return\r.',
  '::error file=other.json::not mine',
  '"quotes", \\ and \u001b[31mred\u001b[0m',
  '中文，全角：逗号',
  '\u2028separator\u2029',
  '<b>&amp;</b> #1 ?x=y',
];
const faults: readonly Fault[] = AWKWARD.map((text, at) => ({
  file: `lines/a b,${at}%/mes:sages#/en.json`,
  line: at + 1,
  column: 7,
  message: text,
  fix: `write ${text}`,
}));

/** What the OASIS schema of SARIF 2.1.0 demands of the parts that are written, and nothing beside them. */
const strict = (properties: Record<string, unknown>, ...optional: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const list = (items: unknown) => ({ type: 'array', minItems: 1, items });
const text = strict({ text: { type: 'string', minLength: 1 } });
const level = { enum: ['none', 'note', 'warning', 'error'] };
const counted = { type: 'integer', minimum: 1 };
const SARIF = strict({
  $schema: { type: 'string', pattern: '^https://.*sarif-schema-2\\.1\\.0\\.json$' },
  version: { const: '2.1.0' },
  runs: list(
    strict({
      tool: strict({
        driver: strict({
          name: { type: 'string' },
          rules: list(
            strict({ id: { type: 'string' }, shortDescription: text, defaultConfiguration: strict({ level }) }),
          ),
        }),
      }),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: {
        type: 'array',
        items: strict({
          ruleId: { type: 'string' },
          ruleIndex: { type: 'integer', minimum: 0 },
          level,
          message: text,
          locations: list(
            strict({
              physicalLocation: strict({
                // A reference may hold no space, no bare percent sign, and no colon in its first step.
                artifactLocation: strict({
                  uri: { type: 'string', pattern: "^(?:[\\w.~!$&'()*+,;=@/:-]|%[0-9A-F]{2})+$" },
                  uriBaseId: { type: 'string' },
                }),
                region: strict({ startLine: counted, startColumn: counted }),
              }),
            }),
          ),
        }),
      },
    }),
  ),
});

interface SarifResult {
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
}

test('for people, a fault is one line, and no control character of a file reaches the terminal', () => {
  const lines = FORMATS.people(faults).split(/[\n\r\u2028\u2029]/);
  expect(lines).toHaveLength(faults.length);
  for (const [at, line] of lines.entries()) {
    expect(line).toMatch(new RegExp(`^lines/a b,${at}%/mes:sages#/en\\.json:${at + 1}:7 {2}`));
    expect(line).not.toMatch(/\p{Cc}/u);
  }
  expect(lines[1]).toContain('two\\u000alines\\u000d\\u000aand a return\\u000d.');
});

test('as JSON, they are what they are', () => {
  expect(JSON.parse(FORMATS.json(faults, 3))).toEqual({ faults, files: 3 });
});

test.each([
  ['some', faults],
  ['no', []],
])('as SARIF, a log of %s faults is valid, and says where each is', (_, found) => {
  const log = JSON.parse(FORMATS.sarif(found));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(SARIF);
  validate(log);
  expect(validate.errors).toBeNull();
  const results = log.runs[0].results.map((result: SarifResult) => {
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    return [decodeURIComponent(artifactLocation.uri), region.startLine, region.startColumn, result.message.text];
  });
  expect(results).toEqual(
    found.map(({ file, line, column, message, fix }) => [file, line, column, `${message}: ${fix}`]),
  );
});

/** Reads a command as the runner does: properties up to the next `::`, then the message, escapes undone. */
function readCommand(line: string) {
  const [, listed = '', message = ''] = /^::error (.*?)::(.*)$/s.exec(line) ?? [];
  const undo = (value: string, more: boolean): string =>
    (more ? value.replaceAll('%3A', ':').replaceAll('%2C', ',') : value)
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%25', '%');
  const properties = listed.split(',').map((each) => {
    const [name = '', ...value] = each.split('=');
    return [name, undo(value.join('='), true)];
  });
  return { ...Object.fromEntries(properties), message: undo(message, false) };
}

test('for GitHub, each is one command, from which the runner reads the very texts', () => {
  const lines = FORMATS.github(faults).split(/\r\n|\r|\n/);
  expect(lines.map(readCommand)).toEqual(
    faults.map(({ file, line, column, message, fix }) => ({
      file,
      line: String(line),
      col: String(column),
      title: message,
      message: `${message}: ${fix}`,
    })),
  );
});

test('what means something in a command is escaped in it', () => {
  const [first, second] = FORMATS.github(faults).split('\n');
  expect(first).toBe(
    '::error file=lines/a b%2C0%25/mes%3Asages#/en.json,line=1,col=7,title=100 %25 of 50%2525%2C a%3A b%2C c' +
      '::100 %25 of 50%2525, a: b, c: write 100 %25 of 50%2525, a: b, c',
  );
  expect(second).toContain('::two%0Alines%0D%0Aand a return%0D.: write two');
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'formats-'));
    for (const data of ['schemas', 'lines']) cpSync(data, path.join(folder, data), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...args: string[]) =>
    run(tsx, [command, ...args], { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test.each(formats)(
    'in the format %s ends with 1 on a fault',
    async (format) => {
      const folderOfLine = path.join(folder, 'lines/aurora, 50%');
      cpSync('lines/ip', folderOfLine, { recursive: true });
      writeFileSync(path.join(folderOfLine, 'enums.json'), '{ "a\\nb": 1, "a\\nb": 2 }\n');
      const { code, stdout } = await check('--format', format);
      rmSync(folderOfLine, { recursive: true });
      expect(code).toBe(1);
      expect(stdout).toContain('duplicate key');
      if (format === 'json' || format === 'sarif') JSON.parse(stdout);
      else for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^(::error file=)?lines\//);
    },
    60_000,
  );

  test('prints nothing of data without faults, and ends with 0', async () => {
    const { code, stdout, stderr } = await check('--format', 'github');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^no faults in \d+ files/);
  }, 60_000);

  test('another format is told, with those that there are', async () => {
    const { code, stderr } = await check('--format', 'sarf');
    expect(code).toBe(1);
    expect(stderr).toContain('No format "sarf": write "sarif"');
  });
});
