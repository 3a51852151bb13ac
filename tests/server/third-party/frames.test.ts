/** The frames of providers: what they show, what their policy lets in, and what an address cannot make of them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { DINGTALK, ENTERPRISE } from '../../../src/sandbox/dingtalk/dingtalk.ts';
import { WECHAT } from '../../../src/sandbox/wechat/wechat.ts';
import { frameHeaders, frameParams } from '../../../src/server/http/frames.ts';
import { adaptersOf, embedsOf } from '../../../src/server/open-vendors.ts';
import type { FrameContent, FrameSource } from '../../../src/server/ports/embed.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import { createThirdParties, NO_THIRD_PARTIES, type ThirdPartySource } from '../../../src/server/third-party/wiring.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { START } from './provider.ts';

const OWN = 'http://renderbus.localhost:4400';
const providers = JSON.parse(readFileSync(resolve('lines/_base/providers.json'), 'utf8'));
const line = { name: 'renderbus', line: { providers: ['wechat', 'dingtalk'] }, providers } as unknown as ServerLine;
const simulated = createThirdParties({
  settings: parseSettings({}, 'start', VENDORS).thirdParties,
  adapters: adaptersOf(VENDORS),
  simulated: (id) => ({ wechat: WECHAT, dingtalk: DINGTALK })[id],
  port: () => 4400,
});

const FRAMES = embedsOf(VENDORS);
const content = (name: string, thirdParties: ThirdPartySource = simulated): FrameContent | undefined =>
  FRAMES[name]?.content({ line, deps: { thirdParties }, own: OWN, language: 'zh' } as unknown as FrameSource);

async function widget(name: string): Promise<Readonly<Record<string, string>>> {
  const redirectUri = `${OWN}/sso/oauth-callback/${name}`;
  const provider = simulated.of(line, OWN).get(name);
  return (await provider?.adapter.start({ ...START, redirectUri, way: 'frame', enterprise: ENTERPRISE }))?.widget ?? {};
}

describe.each([
  ['wechat', '/simulators/wechat/connect/qrconnect'],
  ['dingtalk', '/simulators/dingtalk/oauth2/auth'],
])('%s', (name, path) => {
  const params = (query: Readonly<Record<string, string>>) => {
    const kind = FRAMES[name];
    return kind && frameParams(kind, new URLSearchParams(query));
  };

  test('takes just what its adapter gives', async () => {
    const given = await widget(name);
    expect(params(given)).toEqual(given);
    const page = content(name)?.values?.page ?? '';
    expect(page).toBe(`http://localhost:4400${path}`);
    expect(given.src?.startsWith(`${page}?`)).toBe(true);
  });

  test('loads no script of others, and frames the provider and our way back alone', () => {
    const found = content(name) as FrameContent;
    const policy = frameHeaders(found, OWN)['content-security-policy'] ?? '';
    expect(policy.split('; ').filter((each) => /^(script|frame|connect|img|style)-src/.test(each))).toEqual([
      `script-src ${OWN}/foyer/frames/`,
      `frame-src http://localhost:4400 ${OWN}`,
    ]);
  });

  test.each([
    ['a script', { src: 'javascript:alert(1)' }],
    ['markup', { src: 'https://x.example/"><script>' }],
    ['a width of another form', { width: '300px' }],
    ['a feature and its origin', { allow: 'camera *' }],
    ['something else', { page: 'https://evil.example' }],
  ])('an address with %s is refused', async (_, changes) => {
    expect(params({ ...(await widget(name)), ...changes })).toBeUndefined();
  });

  test('is not there where nobody configured it', () => {
    expect(content(name, NO_THIRD_PARTIES)).toBeUndefined();
  });
});
