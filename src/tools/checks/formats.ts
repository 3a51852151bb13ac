/** Faults as people, programs and continuous integration read them. */
import { type Fault, formatFault } from './fault.ts';

/** The annotation commands of GitHub's runner: what would end a command, or a property of it, is written as an escape. */
const ofCommand = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const ofProperty = (text: string): string => ofCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const githubCommand = ({ file, line, column, message, fix }: Fault): string => {
  const properties = { file, line, col: column, title: message };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${ofProperty(String(value))}`);
  return `::error ${listed.join(',')}::${ofCommand(`${message}: ${fix}`)}`;
};

/** The rule that every fault breaks: a result without one is of no use to those who read SARIF. */
const RULE = {
  id: 'data',
  shortDescription: { text: 'The data is sound.' },
  defaultConfiguration: { level: 'error' },
} as const;

/** A path as a reference relative to the repository. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

/** SARIF 2.1.0, the OASIS standard's format of what analysers found. */
const sarifLog = (faults: readonly Fault[]) => ({
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'foyer check', rules: [RULE] } },
      // A column is counted as JavaScript counts.
      columnKind: 'utf16CodeUnits',
      results: faults.map(({ file, line, column, message, fix }) => ({
        ruleId: RULE.id,
        ruleIndex: 0,
        level: 'error',
        message: { text: `${message}: ${fix}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
              region: { startLine: line, startColumn: column },
            },
          },
        ],
      })),
    },
  ],
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const lines = (texts: readonly string[]): string => texts.join('\n');

/** Format → what `check` prints in it. */
export const FORMATS = {
  people: (faults: readonly Fault[]) => lines(faults.map(formatFault)),
  json: (faults: readonly Fault[], files: number) => json({ faults, files }),
  sarif: (faults: readonly Fault[]) => json(sarifLog(faults)),
  github: (faults: readonly Fault[]) => lines(faults.map(githubCommand)),
} as const;

export type Format = keyof typeof FORMATS;

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);
