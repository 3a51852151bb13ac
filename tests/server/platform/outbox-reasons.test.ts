/** Why a message does not leave stands in the log: what the carrier said, without whom it was for and without secrets. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createLogger } from '../../../src/server/http/log.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { createGatewayCarrier, createMissingCarrier } from '../../../src/server/outbox/gateway.ts';
import { createMailCarrier } from '../../../src/server/outbox/mail.ts';
import { openOutbox } from '../../../src/server/outbox/outbox.ts';
import type { Carrier } from '../../../src/server/ports/carrier.ts';
import type { KeyRing, OutgoingMessage } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { FIXTURE_LINES } from './fixture.ts';
import { until } from './process.ts';

const database = withDatabase();
const ring = (): KeyRing => createKeyRing(localRings(mkdtempSync(join(tmpdir(), 'foyer-keys-'))));
const keys = ring();

const PASSWORD = 'sesame-in-the-log';
const TO = 'canary.bird@mail.example';
let smtp: SMTPServer;
let gateway: Server;
let gatewayStatus = 500;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const smtpUrl = (more = ''): string => `smtp://${more}127.0.0.1:${portOf(smtp.server)}`;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('who are you'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}>: no mailbox canary.bird here`), { responseCode: 550 })),
  });
  smtp.on('error', () => undefined);
  gateway = createServer((_request, response) => response.writeHead(gatewayStatus).end('+8613800138000 is unknown'));
  await Promise.all([smtp, gateway].map((each) => new Promise<void>((ready) => each.listen(0, '127.0.0.1', ready))));
});
afterAll(async () => {
  await Promise.all([smtp, gateway].map((each) => new Promise<void>((done) => each.close(() => done()))));
});

interface Told {
  readonly level: number;
  readonly answer: string;
  readonly written: string;
}

interface Setting {
  readonly carrier: Carrier;
  readonly message?: Partial<OutgoingMessage>;
  /** Keys of the instance that sends. */
  readonly keys?: KeyRing;
  readonly lines?: typeof FIXTURE_LINES;
}

/** Owes a message, lets it be tried once, and gives what the log tells of it. */
async function told({ carrier, message, keys: own = keys, lines = FIXTURE_LINES }: Setting): Promise<Told> {
  const common = { db: database.db, carriers: { email: carrier, sms: carrier, voice: carrier }, pollMilliseconds: 20 };
  const line = (name: string) => lines.find((each) => each.name === name);
  const writer = await openOutbox({ ...common, keys, line });
  const written: string[] = [];
  const logger = createLogger('info', { write: (text: string) => void written.push(text) });
  const outbox = await openOutbox({
    ...common,
    keys: own,
    line,
    onAttempt: ({ detail, misconfigured }) => logger[misconfigured ? 'error' : 'warn']({ answer: detail }, 'tried'),
    onError: (err) => logger.info({ err }, 'the outbox could not work'),
  });
  await database.db.transaction((sql) =>
    writer.send(sql, {
      channel: 'email',
      to: TO,
      template: 'hello',
      params: { name: 'x', link: 'https://www.alpha.example/' },
      line: 'alpha',
      language: 'en',
      ...message,
    }),
  );
  outbox.start();
  const tried = (): { level: number; answer: string } | undefined =>
    written.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'tried');
  await until(() => tried() !== undefined);
  await outbox.stop();
  await writer.stop();
  await database.db.query('truncate outbox');
  return { level: tried()?.level ?? 0, answer: String(tried()?.answer), written: written.join('') };
}

const sms: Partial<OutgoingMessage> = {
  channel: 'sms',
  to: '+8613800138000',
  template: 'code',
  params: { code: '123456' },
};
const throwing = (error: Error): Carrier => ({ carry: () => Promise.reject(error) });

it.each<[string, () => Setting, string | RegExp]>([
  [
    'the mail server refuses the recipient',
    () => ({ carrier: createMailCarrier({ url: smtpUrl() }) }),
    '550 <[address]>: no mailbox [name] here',
  ],
  [
    'the mail server refuses our sign-in',
    () => ({ carrier: createMailCarrier({ url: smtpUrl(`foyer:${PASSWORD}@`) }) }),
    /^sign-in refused: 535 .*who are you/,
  ],
  [
    'nobody listens there',
    () => ({ carrier: createMailCarrier({ url: 'smtp://127.0.0.1:1' }) }),
    /^\w+: .*ECONNREFUSED 127\.0\.0\.1:1/,
  ],
  [
    'the mail server is unknown',
    () => ({ carrier: createMailCarrier({ url: 'smtp://mail.invalid' }) }),
    /^\w+: .*(ENOTFOUND|EAI_AGAIN) mail\.invalid/,
  ],
  [
    'TLS with a mail server that has none',
    () => ({ carrier: createMailCarrier({ url: smtpUrl().replace('smtp:', 'smtps:') }) }),
    /^\w+: .*(SSL|TLS|ssl|tls)/,
  ],
  ['the gateway refuses', () => ({ carrier: gatewayWith(403), message: sms }), 'HTTP 403'],
  ['the gateway is in trouble', () => ({ carrier: gatewayWith(502), message: sms }), 'HTTP 502'],
  [
    'the gateway is away',
    () => ({ carrier: createGatewayCarrier('http://127.0.0.1:2/sms'), message: sms }),
    'fetch failed: ECONNREFUSED',
  ],
  ['there is no gateway', () => ({ carrier: createMissingCarrier(), message: sms }), /^nobody carries this channel/],
  ['the key is gone', () => ({ carrier: createMissingCarrier(), keys: ring() }), /^KEYS_OUTBOX has not the key/],
  ['the line is gone', () => ({ carrier: createMissingCarrier(), lines: [] }), /^the release has no line/],
  [
    'a carrier of ours fails, and quotes',
    () => ({ carrier: throwing(new Error(`cannot send to ${TO}: token ${'a'.repeat(40)}`)) }),
    'cannot send to [address]: token [secret]',
  ],
  [
    'an answer of many lines',
    () => ({ carrier: { carry: async () => ({ state: 'retry', code: 500, detail: `a\r\n  b ${'c '.repeat(400)}` }) } }),
    /^a b (c ){100,148}c?$/,
  ],
])('%s', async (_name, setting, answer) => {
  const { written, ...line } = await told(setting());
  if (typeof answer === 'string') expect(line.answer).toBe(answer);
  else expect(line.answer).toMatch(answer);
  for (const secret of [TO, 'canary', '13800138000', PASSWORD, '123456']) expect(written).not.toContain(secret);
});

it('tells a sign-in that our settings make impossible as an error', async () => {
  const { level } = await told({ carrier: createMailCarrier({ url: smtpUrl(`foyer:${PASSWORD}@`) }) });
  expect(level).toBe(50);
});

function gatewayWith(status: number): Carrier {
  gatewayStatus = status;
  return createGatewayCarrier(`http://127.0.0.1:${portOf(gateway)}/sms`);
}
