/** Which addresses of the lines carry a secret: all of them have one policy for what a browser tells of them. */
import { pageHeaders } from '../../src/server/http/policy.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

let lines: readonly ResolvedLine[] = [];
beforeAll(async () => {
  lines = Object.values(resolveAll(await loadData('.')).lines);
});

function policyOf({ screens }: ResolvedLine, id: string, url: string): string | undefined {
  const screen = screens[id];
  const facts = { styles: [], scripts: [], bridgesTo: [], returns: false, opensWindows: false, apiBase: '' };
  return pageHeaders({
    ...facts,
    secure: true,
    url,
    carriesToken: screen?.carriesToken === true,
    bridges: screen?.bridges === true,
    ...(screen?.kind === 'form' ? { keeps: [] } : {}),
  })['referrer-policy'];
}

/** Names of the parameters that a call, or another window, is handed. */
function handedOn(value: unknown, found = new Set<string>(), own = ''): Set<string> {
  if (value === 'query') found.add(own);
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'query' && typeof inner === 'string') found.add(inner);
    handedOn(inner, found, name);
  }
  return found;
}

test('every route tells nobody of a secret in its address, and links and bridges nobody of anything', () => {
  const weak: string[] = [];
  let seen = 0;
  for (const line of lines) {
    for (const [id, paths] of Object.entries(line.line.routes)) {
      const { carriesToken, bridges } = line.screens[id] ?? {};
      const queries = ['?token=a', '?ticket=a', '?state=a', ...(carriesToken || bridges ? ['', '?source_url=a'] : [])];
      for (const url of (paths ?? []).flatMap((path) => queries.map((query) => path + query))) {
        seen += 1;
        const isForm = line.screens[id]?.kind === 'form' && !carriesToken;
        const policy = policyOf(line, id, url);
        if (policy !== (isForm ? 'same-origin' : 'no-referrer')) weak.push(`${line.name} ${url}: ${policy}`);
      }
    }
  }
  expect(weak).toEqual([]);
  expect(seen).toBeGreaterThan(lines.length * 100);
});

test('what a call is handed from the address is known as a secret', () => {
  /** Who invited, what a provider is called, and that it refused. */
  const harmless = ['inviteId', 'provider', 'refused'];
  const told: string[] = [];
  for (const line of lines) {
    const bodies = [
      ...Object.values(line.calls.calls).map(({ body }) => body),
      ...Object.values(line.flow.screens).flatMap((events) =>
        Object.values(events ?? {}).map((event) => (event as { body?: unknown }).body),
      ),
    ];
    for (const name of handedOn(bodies)) {
      const policy = policyOf(line, 'not-found', `/sso/not-found?${name}=a`);
      if (policy !== 'no-referrer' && !harmless.includes(name)) told.push(`${line.name} ${name}`);
    }
  }
  expect(told).toEqual([]);
});
