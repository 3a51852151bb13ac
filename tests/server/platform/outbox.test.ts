/** Mail over a real SMTP server that refuses as real ones do; nothing owed is lost, nothing readable stays. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { createGatewayCarrier } from '../../../src/server/outbox/gateway.ts';
import { createMailCarrier, judge } from '../../../src/server/outbox/mail.ts';
import { openOutbox, type RunningOutbox } from '../../../src/server/outbox/outbox.ts';
import type { Attempt, Carrier } from '../../../src/server/ports/carrier.ts';
import type { OutgoingMessage } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { FIXTURE_LINES } from './fixture.ts';
import { until } from './process.ts';

const database = withDatabase();
const keys = createKeyRing(localRings(mkdtempSync(join(tmpdir(), 'foyer-keys-'))));

interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly mails: ParsedMail[];
  close(): Promise<void>;
}

function refusal(code: number): Error {
  return Object.assign(new Error(`refused ${code}`), { responseCode: code });
}

/** Refuses `rcpt-<code>@…` at RCPT and `data-<code>@…` at DATA; takes the first mail to `drop@…` and is gone before it says so. */
async function receiver(port = 0): Promise<Receiver> {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = /^rcpt-(\d+)@/.exec(address)?.[1];
      done(code ? refusal(Number(code)) : undefined);
    },
    onData(stream, session, done) {
      const code = /^data-(\d+)@/.exec(session.envelope.rcptTo[0]?.address ?? '')?.[1];
      simpleParser(stream).then((mail) => {
        if (!code) mails.push(mail);
        if (mails.length === 1 && /^drop@/.test(session.envelope.rcptTo[0]?.address ?? '')) return drop(server);
        done(code ? refusal(Number(code)) : undefined);
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const taken = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Cuts every connection to a server, as a crash does. */
function drop(server: SMTPServer): void {
  for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy();
}

async function outboxWith(email: Carrier): Promise<RunningOutbox> {
  const outbox = await openOutbox({
    db: database.db,
    keys,
    carriers: { email, sms: email, voice: email },
    line: (name) => FIXTURE_LINES.find((line) => line.name === name),
    pollMilliseconds: 20,
  });
  outbox.start();
  return outbox;
}

const message = (to: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  channel: 'email',
  to,
  template: 'hello',
  params: { name: 'canary-<b>name</b>', link: 'https://www.alpha.example/go?t=canary-token&x="' },
  line: 'alpha',
  language: 'en',
  ...changes,
});

const settled = async (outbox: RunningOutbox, id: string) => {
  await until(async () => (await outbox.delivery(database.db, id))?.state !== 'owed');
  return outbox.delivery(database.db, id);
};
const tried = (id: string) =>
  until(async () => (await database.db.query('SELECT 1 FROM outbox WHERE id = $1 AND attempts > 0', [id])).length > 0);
/** Lets the queue's half minute pass. The queue hears of a failure a moment after the message's own row does. */
const hurry = async (id: string) => {
  const retried = () =>
    database.db.query(
      "UPDATE foyer_queue.job SET start_after = now() WHERE name LIKE 'outbox%' AND data->>'id' = $1 AND state = 'retry' RETURNING 1",
      [id],
    );
  await until(async () => (await retried()).length > 0);
};

describe('mail', () => {
  let smtp: Receiver;
  let outbox: RunningOutbox;
  beforeAll(async () => {
    smtp = await receiver();
    outbox = await outboxWith(createMailCarrier({ url: smtp.url }));
  });
  afterAll(async () => {
    await outbox.stop();
    await smtp.close();
  });

  it("arrives with the line's words and colours, as HTML and as plain text, and nothing readable stays behind", async () => {
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message('who@canary.example')));
    const before = JSON.stringify([
      await database.db.query('SELECT * FROM outbox'),
      await database.db.query('SELECT * FROM foyer_queue.job'),
    ]);
    expect(before).not.toContain('canary');
    expect(await settled(outbox, id)).toEqual({ state: 'sent', code: 200 });
    const [mail] = smtp.mails;
    expect(mail?.subject).toBe('Hello from Alpha');
    expect(mail?.from?.text).toBe('"Alpha" <no-reply@www.alpha.example>');
    expect(mail?.messageId).toBe(`<${id}@www.alpha.example>`);
    expect(mail?.text).toContain('Press the button within 24 hours.');
    expect(mail?.text).toContain('https://www.alpha.example/go?t=canary-token');
    expect(mail?.html).toContain('background:#123456');
    expect(mail?.html).toContain('Hello, canary-&lt;b&gt;name&lt;/b&gt;');
    expect(mail?.html).toContain('href="https://www.alpha.example/go?t=canary-token&amp;x=&quot;"');
    expect(await database.db.query('SELECT sealed, attempts FROM outbox WHERE id = $1', [id])).toEqual([
      { sealed: null, attempts: 1 },
    ]);
  });

  it('is not owed when the transaction is rolled back', async () => {
    const count = () => database.db.query('SELECT count(*) AS n FROM foyer_queue.job');
    const before = await count();
    await expect(
      database.db.transaction(async (sql) => {
        await outbox.send(sql, message('never@a.example'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await count()).toEqual(before);
  });

  it.each([
    ['rcpt', 559, 559],
    ['rcpt', 550, 550],
    ['rcpt', 521, 521],
    ['rcpt', 500, 500],
    ['rcpt', 553, 500],
    ['data', 554, 554],
    ['data', 550, 550],
  ])('refused at %s with %i is given up with code %i', async (at, code, expected) => {
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message(`${at}-${code}@a.example`)));
    expect(await settled(outbox, id)).toEqual({ state: 'refused', code: expected });
    expect(await database.db.query('SELECT sealed FROM outbox WHERE id = $1', [id])).toEqual([{ sealed: null }]);
  });

  it.each([
    ['rcpt', 451, 451],
    ['rcpt', 552, 552],
    ['data', 451, 451],
    ['data', 421, 500],
  ])('put off at %s with %i stays owed with code %i', async (at, code, expected) => {
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message(`${at}-${code}@a.example`)));
    await tried(id);
    expect(await outbox.delivery(database.db, id)).toEqual({ state: 'owed', code: expected });
  });

  it('whose receiver asks for patience is not tried again before', async () => {
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message('rcpt-451@b.example')));
    await tried(id);
    await hurry(id);
    await new Promise((next) => setTimeout(next, 300));
    const attempts = async () =>
      (await database.db.query<{ attempts: number }>('SELECT attempts FROM outbox WHERE id = $1', [id]))[0]?.attempts;
    expect(await attempts()).toBe(1);
    await database.shiftClock(300);
    await hurry(id);
    await until(async () => (await attempts()) === 2);
  });
});

describe('a mail server that is down', () => {
  it('gets what is owed when it is back, once', async () => {
    const gone = await receiver();
    await gone.close();
    const outbox = await outboxWith(createMailCarrier({ url: gone.url }));
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message('patient@a.example')));
    await tried(id);
    expect(await outbox.delivery(database.db, id)).toEqual({ state: 'owed', code: 500 });
    const wait = async () =>
      (
        await database.db.query<{ wait: number }>(
          "SELECT extract(epoch FROM start_after - now())::float AS wait FROM foyer_queue.job WHERE data->>'id' = $1 AND state = 'retry'",
          [id],
        )
      )[0]?.wait;
    await until(async () => (await wait()) !== undefined);
    expect(await wait()).toBeLessThanOrEqual(30);
    const back = await receiver(gone.port);
    await hurry(id);
    expect(await settled(outbox, id)).toEqual({ state: 'sent', code: 200 });
    expect(back.mails).toHaveLength(1);
    await outbox.stop();
    await back.close();
  });

  it('after it took a message, without a word: the message comes again, told by its id to be the same', async () => {
    const smtp = await receiver();
    const outbox = await outboxWith(createMailCarrier({ url: smtp.url }));
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message('drop@a.example')));
    await tried(id);
    expect(await outbox.delivery(database.db, id)).toEqual({ state: 'owed', code: 500 });
    await hurry(id);
    expect(await settled(outbox, id)).toEqual({ state: 'sent', code: 200 });
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${id}@www.alpha.example>`));
    expect(smtp.mails[1]?.text).toBe(smtp.mails[0]?.text);
    await outbox.stop();
    await smtp.close();
  });

  it('for a day: the message is given up and erased', async () => {
    const never: Carrier = { carry: async () => ({ state: 'retry', code: 500 }) };
    const outbox = await outboxWith(never);
    const { id } = await database.db.transaction((sql) => outbox.send(sql, message('late@a.example')));
    await tried(id);
    await database.shiftClock(25 * 3600);
    await hurry(id);
    expect(await settled(outbox, id)).toEqual({ state: 'expired', code: 500 });
    expect(await database.db.query('SELECT sealed FROM outbox WHERE id = $1', [id])).toEqual([{ sealed: null }]);
    await outbox.stop();
  });
});

it.each<[object, Attempt]>([
  [
    { code: 'ECONNECTION', message: 'refused' },
    { state: 'retry', code: 500, detail: 'ECONNECTION: refused' },
  ],
  [{ code: 'ETIMEDOUT' }, { state: 'retry', code: 500, detail: 'ETIMEDOUT' }],
  [
    { code: 'EAUTH', responseCode: 535, response: '535 No' },
    { state: 'retry', code: 500, misconfigured: true, detail: 'sign-in refused: 535 No' },
  ],
  [
    { code: 'EAUTH', responseCode: 454, response: '454 Later' },
    { state: 'retry', code: 500, detail: 'sign-in refused: 454 Later' },
  ],
  [
    { code: 'EENVELOPE', rejectedErrors: [{ responseCode: 559, response: '559 No such user' }] },
    { state: 'refused', code: 559, detail: '559 No such user' },
  ],
  [
    { code: 'EENVELOPE', responseCode: 450, response: '450 Busy' },
    { state: 'retry', code: 500, detail: '450 Busy' },
  ],
])('a failed send %j means %j', (error, attempt) => {
  expect(judge(error)).toEqual(attempt);
});

describe('the SMS gateway', () => {
  it.each([
    [204, { state: 'sent', code: 200 }],
    [400, { state: 'refused', code: 500, detail: 'HTTP 400' }],
    [429, { state: 'retry', code: 500, detail: 'HTTP 429' }],
    [503, { state: 'retry', code: 500, detail: 'HTTP 503' }],
  ])('answering %i means %j', async (status, attempt) => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      request.on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const carrier = createGatewayCarrier(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`);
    const [line] = FIXTURE_LINES;
    if (!line) throw new Error('no line');
    const id = randomUUID();
    const sms = message('+8613800138000', { channel: 'sms', template: 'code', params: { code: '123456' } });
    expect(await carrier.carry({ id, message: sms, line, text: '[Alpha] 123456' })).toEqual(attempt);
    expect(JSON.parse(bodies.join(''))).toEqual({
      id,
      to: sms.to,
      text: '[Alpha] 123456',
      template: 'code',
      params: { code: '123456' },
      language: 'en',
      line: 'alpha',
    });
    await new Promise((done) => server.close(done));
  });
});
