/** Calls that the company's own back end answers: what it is told, what becomes of its answers, and that it may be away. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { handOn } from '../../../src/server/calls/back-end.ts';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';
import { FIXTURE_LINES } from './fixture.ts';

const SECRET = 'only-this-server-knows-it-0123456789';
const KEY = '11111111-2222-4333-8444-555555555555';
const database = withDatabase();

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let asked: Asked[] = [];
/** What the back end answers: a body as it stands, or undefined for none. */
let says: { status: number; body: string | undefined; location?: string } = { status: 200, body: '{}' };
let backEnd: Server;
let app: TestApp;

const handedOnLines = FIXTURE_LINES.map((line) => {
  const calls = Object.fromEntries(
    Object.entries(line.calls).map(([id, call]) =>
      ['echo', 'look', 'fail'].includes(id) ? [id, { ...call, answeredBy: 'back-end' }] : [id, call],
    ),
  );
  return { ...line, calls } as ServerLine;
});

beforeAll(async () => {
  backEnd = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    if (says.body === undefined) return void request.socket.destroy();
    response.writeHead(says.status, {
      'content-type': 'application/json',
      'set-cookie': 'foyer=stolen',
      ...(says.location && { location: says.location }),
    });
    response.end(says.body);
  });
  await new Promise<void>((done) => backEnd.listen(0, '127.0.0.1', done));
  app = await testApp(database, {
    lines: handedOnLines,
    handedOn: handOn({ origin: `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`, secret: SECRET }),
    findSession: async (_, token) => (token === 'mine' ? ({ accountId: 'account-7' } as never) : undefined),
  });
});
afterAll(async () => {
  await app.close();
  backEnd.closeAllConnections();
  backEnd.close();
});
beforeEach(() => {
  asked = [];
  says = { status: 200, body: JSON.stringify({ code: 200, data: { name: 'Mei' } }) };
});

test('it is told what was sent, by whom, on which line, and that this server asks; and gets no cookie', async () => {
  const reply = await app.post(
    '/api/test/echo',
    { name: 'Mei' },
    {
      headers: {
        cookie: 'foyer-domestic-session=mine',
        'accept-language': 'zh',
        'idempotency-key': KEY,
      },
    },
  );
  expect(reply.json()).toMatchObject({ code: 200, data: { name: 'Mei' } });
  expect(reply.headers['set-cookie'] ?? '').not.toContain('stolen');
  expect(asked).toHaveLength(1);
  const [{ method, url, headers, body }] = asked as [Asked];
  expect([method, url, JSON.parse(body)]).toEqual(['POST', '/api/test/echo', { name: 'Mei' }]);
  expect(headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'foyer-account': 'account-7',
    'foyer-line': 'alpha',
    'foyer-zone': 'domestic',
    'idempotency-key': KEY,
    'x-request-id': reply.json().requestId,
  });
  expect(headers.cookie).toBeUndefined();
});

test('a question carries its values in the address', async () => {
  const reply = await app.app.inject({ url: '/api/test/look?page=2', headers: { host: HOST } });
  expect(reply.json().code).toBe(200);
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([['GET', '/api/test/look?page=2', '']]);
});

test('what is not of the call’s shape, or of another site, never comes to it', async () => {
  expect((await app.post('/api/test/echo', { name: 'Mei', more: 1 })).json().code).toBe('InvalidParameter');
  const foreign = await app.post('/api/test/echo', { name: 'Mei' }, { headers: { origin: 'https://evil.example' } });
  expect(foreign.statusCode).toBe(403);
  expect(asked).toEqual([]);
});

test('a repeat under one key is answered without it', async () => {
  const headers = { 'idempotency-key': '99999999-2222-4333-8444-555555555555' };
  const [one, two] = [
    await app.post('/api/test/echo', { name: 'Mei' }, { headers }),
    await app.post('/api/test/echo', { name: 'Mei' }, { headers }),
  ];
  expect(two?.json().data).toEqual(one?.json().data);
  expect(asked).toHaveLength(1);
});

test.each([
  ['a refusal', 200, { code: 'Account.SignIn.Failed', data: null }, 'Account.SignIn.Failed', 401],
  ['a refusal with values', 400, { code: 818, data: { remaining: 2 } }, '818', 400],
])('%s is given as the line says it', async (_, status, envelope, code, sent) => {
  says = { status, body: JSON.stringify(envelope) };
  const reply = await app.post('/api/test/fail', {});
  expect([reply.json().code, reply.statusCode]).toEqual([code, sent]);
  expect(reply.json().message).not.toBe('');
});

test.each([
  ['no JSON', { status: 200, body: '<html>oops</html>' }],
  ['no envelope', { status: 500, body: '{"error":"oops"}' }],
  ['an answer of another shape', { status: 200, body: '{"code":200,"data":{"nam":"Mei"}}' }],
])('%s is an error with a request id, and says nothing of it', async (_, answer) => {
  says = answer;
  const reply = await app.post('/api/test/echo', { name: 'Mei' });
  expect(reply.json()).toMatchObject({ code: 'InternalError', requestId: expect.stringMatching(/./) });
  expect(reply.body).not.toContain('oops');
});

test.each([
  ['hangs up', { status: 200, body: undefined }],
  ['sends elsewhere', { status: 302, body: '', location: 'https://evil.example/' }],
  ['talks without end', { status: 200, body: `{"code":200,"data":"${'x'.repeat(1_100_000)}"}` }],
])('one that %s is away for a moment', async (_, answer) => {
  says = answer;
  const reply = await app.post('/api/test/echo', { name: 'Mei' });
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'ServiceUnavailable']);
  expect(app.logs()).toContain('the back end did not answer');
});

test('where there is none, the call is away and the log says what to set', async () => {
  const alone = await testApp(database, { lines: handedOnLines, handedOn: handOn(undefined) });
  expect((await alone.post('/api/test/echo', { name: 'Mei' })).json().code).toBe('ServiceUnavailable');
  expect(alone.logs()).toContain('BACK_END');
  await alone.close();
});
