/** Probes come every few seconds, from several who watch: the log tells of those that found something. */
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const database = withDatabase();
const HEADERS = { host: '127.0.0.1:4400' };

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly kind: string;
  readonly status: number;
}

const answered = (server: TestApp): readonly Line[] =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line) as Line);

const PROBES = ['/healthz', '/readyz', '/metrics'];

test.each(PROBES)('%s that finds all well is told at debug only', async (url) => {
  for (const [LOG_LEVEL, lines] of [
    ['info', []],
    ['debug', [{ kind: url, status: 200, level: 20 }]],
  ] as const) {
    const server = await testApp(database, { env: { LOG_LEVEL } });
    expect((await server.app.inject({ url, headers: HEADERS })).statusCode).toBe(200);
    expect(answered(server)).toEqual(lines.map((line) => expect.objectContaining(line)));
    await server.close();
  }
});

test('/metrics that is refused, and anything else, is told as before', async () => {
  const server = await testApp(database, { env: { LOG_LEVEL: 'info' } });
  await server.app.inject({ url: '/metrics', headers: { host: 'www.alpha.example' } });
  await server.app.inject({ url: '/sso', headers: { host: 'www.alpha.example' } });
  await server.app.inject({ url: '/healthzz', headers: HEADERS });
  expect(answered(server).map(({ level, status }) => [level, status])).toEqual([
    [30, 404],
    [30, 200],
    [30, 404],
  ]);
  await server.close();
});
