/** A carrier that takes its time holds up nobody but itself, and within its channel no code; what was owed before lanes leaves, too. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '../../../src/server/http/metrics.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { measureBacklog } from '../../../src/server/outbox/backlog.ts';
import { createGatewayCarrier } from '../../../src/server/outbox/gateway.ts';
import { LANES } from '../../../src/server/outbox/lanes.ts';
import { createMailCarrier } from '../../../src/server/outbox/mail.ts';
import { openOutbox, type RunningOutbox } from '../../../src/server/outbox/outbox.ts';
import { FORMER_QUEUE } from '../../../src/server/outbox/queue.ts';
import type { Carriers } from '../../../src/server/ports/carrier.ts';
import type { OutgoingMessage } from '../../../src/server/types.ts';
import { createBaiduCarrier } from '../../../src/server/vendors/baidu/conversion.ts';
import { type SlowSmtp, slowSmtp } from '../../../src/tools/faults/slow-smtp.ts';
import { withDatabase } from '../database.ts';
import { fixtureLine } from './fixture.ts';
import { until } from './process.ts';

const database = withDatabase();
const keys = createKeyRing(localRings(mkdtempSync(join(tmpdir(), 'foyer-keys-'))));
const SOME = ['code', 'news', 'reset'];
const line = fixtureLine('alpha', 0, 'domestic', ['www.alpha.example']);
const messages = Object.fromEntries(
  SOME.flatMap((template) => [
    ...['subject', 'title', 'text'].map((part) => [`mail.${template}.${part}`, template]),
    [`sms.${template}`, template],
    [`voice.${template}`, template],
  ]),
);
const withTexts = { ...line, messages: { ...line.messages, en: { ...line.messages.en, ...messages } } };

/** A gateway that keeps its requests until told to go on; `to` of those that came. */
interface SlowGateway {
  readonly url: string;
  readonly received: string[];
  goOn(): void;
  close(): Promise<void>;
}
async function slowGateway(): Promise<SlowGateway> {
  const received: string[] = [];
  const kept: (() => void)[] = [];
  let held = true;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { to, conversionTypes } = JSON.parse(body);
      const name = String(to ?? conversionTypes[0].logidUrl);
      received.push(name);
      const answer = (): void => void response.end('{"header":{"status":0}}');
      if (held && name.includes('slow')) kept.push(answer);
      else answer();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const goOn = (): void => {
    held = false;
    for (const answer of kept.splice(0)) answer();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    goOn,
    close() {
      goOn();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

let smtp: SlowSmtp;
let gateways: Record<'sms' | 'voice' | 'conversion', SlowGateway>;
let outbox: RunningOutbox;
beforeEach(async () => {
  smtp = await slowSmtp({ isSlow: (recipient) => recipient.startsWith('slow') });
  gateways = { sms: await slowGateway(), voice: await slowGateway(), conversion: await slowGateway() };
  const carriers: Carriers = {
    email: createMailCarrier({ url: smtp.url }),
    sms: createGatewayCarrier(gateways.sms.url),
    voice: createGatewayCarrier(gateways.voice.url),
    conversion: createBaiduCarrier({ base: () => gateways.conversion.url, token: 't', newType: 3 }),
  };
  outbox = await openOutbox({ db: database.db, keys, carriers, line: () => withTexts, pollMilliseconds: 20 });
});
afterEach(async () => {
  smtp.goOn();
  for (const gateway of Object.values(gateways)) gateway.goOn();
  await outbox.stop();
  await smtp.close();
  for (const gateway of Object.values(gateways)) await gateway.close();
});

type Kind = Pick<OutgoingMessage, 'channel' | 'template'>;
const send = async ({ channel, template }: Kind, name: string): Promise<string> => {
  const to = channel === 'email' ? `${name}@mail.example` : name;
  const params = { url: name, at: 1 };
  const message = { channel, to, template, params, line: 'alpha', language: 'en' };
  return (await database.db.transaction((sql) => outbox.send(sql, message))).id;
};
const stateOf = async (id: string) => (await outbox.delivery(database.db, id))?.state;
const receivedBy = ({ channel }: Kind): readonly string[] =>
  channel === 'email' ? smtp.received : gateways[channel].received;
const slowOnes = (kind: Kind): number => receivedBy(kind).filter((name) => name.startsWith('slow')).length;

const KINDS: readonly Kind[] = LANES.map(({ channel, isPrompt }) => ({
  channel,
  template: isPrompt ? 'code' : 'news',
}));

test.each(KINDS)(
  'while $channel $template is held up, every other lane goes on, and it goes on afterwards',
  async (slow) => {
    outbox.start();
    const others = KINDS.filter((kind) => kind !== slow);
    const places = LANES[KINDS.indexOf(slow)]?.places ?? 0;
    const held: string[] = [];
    for (let nth = 0; nth < 40; nth += 1) held.push(await send(slow, `slow${nth}`));
    await until(() => slowOnes(slow) === places);
    const owed = await Promise.all(others.map((kind) => send(kind, 'quick')));
    await until(async () => (await Promise.all(owed.map(stateOf))).every((state) => state === 'sent'));
    // Still all held up, and no more of them taken than there are places.
    expect([slowOnes(slow), await Promise.all(held.map(stateOf))]).toEqual([places, held.map(() => 'owed')]);
    smtp.goOn();
    for (const gateway of Object.values(gateways)) gateway.goOn();
    await until(async () => (await Promise.all(held.map(stateOf))).every((state) => state === 'sent'));
    expect(slowOnes(slow)).toBe(40);
  },
);

test('links that were asked for leave before what only tells of something', async () => {
  const news = [];
  for (let nth = 0; nth < 10; nth += 1) news.push(await send({ channel: 'email', template: 'news' }, `slow${nth}`));
  const reset = await send({ channel: 'email', template: 'reset' }, 'quick');
  outbox.start();
  await until(async () => (await stateOf(reset)) === 'sent');
  expect(await Promise.all(news.map(stateOf))).toEqual(news.map(() => 'owed'));
});

test('what an earlier release queued, and its instances still do, leaves once', async () => {
  const owed = await Promise.all(KINDS.map((kind) => send(kind, 'former')));
  await database.db.query("UPDATE foyer_queue.job SET name = $1 WHERE data->>'id' = ANY($2)", [FORMER_QUEUE, owed]);
  outbox.start();
  await until(async () => (await Promise.all(owed.map(stateOf))).every((state) => state === 'sent'));
  for (const kind of KINDS)
    expect(receivedBy(kind).filter((name) => name.startsWith('former'))).toHaveLength(
      KINDS.filter(({ channel }) => channel === kind.channel).length,
    );
});

test('how many messages of a channel wait, and how long the oldest has, are figures of the metrics', async () => {
  await database.db.query("UPDATE outbox SET state = 'sent' WHERE state = 'owed'");
  for (const name of ['one', 'two']) await send({ channel: 'sms', template: 'code' }, name);
  await database.shiftClock(100);
  const metrics = createMetrics();
  measureBacklog(metrics, database.db);
  const text = await metrics.text();
  expect(text).toMatch(/^foyer_outbox_owed\{channel="sms"\} 2$/m);
  expect(text).toMatch(/^foyer_outbox_owed\{channel="email"\} 0$/m);
  expect(text).toMatch(/^foyer_outbox_oldest_seconds\{channel="sms"\} 1\d\d$/m);
  await database.shiftClock(-100);
});
