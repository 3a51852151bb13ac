/** What `npm start` prints when it is ready. */
import type { Release } from './http/release.ts';
import type { SeedReport } from './seed.ts';
import type { Settings } from './settings.ts';

export interface WelcomeOptions {
  readonly settings: Settings;
  readonly port: number;
  readonly release: Release;
  readonly seeded: SeedReport | undefined;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('   ')}`.trimEnd());
}

export function welcome({ settings, port, release, seeded }: WelcomeOptions): string {
  const at = (host: string, path: string): string => `${settings.publicScheme}://${host}:${port}${path}`;
  const lines = [...release.lines].sort((a, b) => a.server.line.id - b.server.line.id);
  const shown = settings.line === undefined ? lines : lines.filter(({ name }) => name === settings.line);
  const address = ({ name, server }: (typeof lines)[number]): string =>
    at(`${name}.localhost`, server.line.routes[server.line.home]?.[0] ?? '/');
  const out = [
    '',
    `Foyer is ready (release ${release.id}).`,
    '',
    'Lines',
    ...table(shown.map((line) => [line.name, address(line)])),
  ];
  const [first] = shown;
  const host = first ? `${first.name}.localhost` : 'localhost';
  out.push(
    '',
    'Inbox (every mail and code that would have been sent)',
    `  ${settings.smtpUrl ? 'SMS and voice only; mail goes to SMTP_URL: ' : ''}${at(host, '/inbox')}`,
  );
  if (seeded) out.push(...seededLines(seeded));
  out.push('', 'Stop with Ctrl+C.', '');
  return `${out.join('\n')}\n`;
}

/** The reference accounts, invite codes and people at third parties, as tables. */
export function seededLines({ accounts, leftOut, invites, people, enterprises }: SeedReport): string[] {
  const rows = accounts.map(({ role, loginName, email, phone, line, password }) => [
    role,
    line,
    loginName,
    email ?? '',
    phone ?? '',
    password,
  ]);
  const codes = invites.map(({ code, zone, state, businessTypes }) => [code, zone, state, businessTypes.join(', ')]);
  return [
    '',
    'Accounts',
    ...table([['for', 'line', 'account', 'e-mail', 'phone', 'password'], ...rows]),
    ...(leftOut.length > 0
      ? [
          '',
          'Left out: their name, e-mail or phone is another account’s by now (another DATA_DIR starts with all of them)',
          ...table(leftOut.map(({ role, line, loginName }) => [role, line, loginName])),
        ]
      : []),
    ...(codes.length > 0 ? ['', 'Invite codes', ...table(codes)] : []),
    '',
    'People at the simulated third parties (each provider’s page lets you choose)',
    ...table(
      people.map(({ persona, zone, providers, account }) => [
        persona,
        zone,
        account || 'nobody yet',
        providers.join(', '),
      ]),
    ),
    ...table(enterprises.map(({ alias, zone }) => [`enterprise alias ${alias}`, zone])),
  ];
}
