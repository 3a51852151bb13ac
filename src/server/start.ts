/** `npm start`: builds what is missing, then runs all lines with the embedded database, the simulators and reference accounts. */
import { spawnSync } from 'node:child_process';
import { HANDLERS } from './calls/registry.ts';
import { hasRelease, isStale } from './freshness.ts';
import { run, sayAndExit, settingsOrExit } from './main.ts';
import { type SeedReport, seed } from './seed.ts';
import type { Settings } from './settings.ts';
import { simulatedAliyun } from '../sandbox/aliyun/aliyun.ts';
import { APPLE } from '../sandbox/apple/apple.ts';
import { BAIDU_BASE, BAIDU_TOKEN } from '../sandbox/baidu/baidu.ts';
import { DINGTALK } from '../sandbox/dingtalk/dingtalk.ts';
import { GOOGLE } from '../sandbox/google/google.ts';
import { createInboxCarrier } from '../sandbox/inbox.ts';
import { QQ } from '../sandbox/qq/qq.ts';
import { realNameSimulator } from '../sandbox/real-name/real-name.ts';
import { simulatorRoutes } from '../sandbox/routes.ts';
import { simulatedTencent } from '../sandbox/tencent/account.ts';
import { WECHAT } from '../sandbox/wechat/wechat.ts';
import { simulatedWechatPhone, simulatedWechatPlatform } from '../sandbox/wechat/platform.ts';
import { welcome } from './welcome.ts';

function buildIfNeeded({ distDir }: Settings): void {
  if (process.env.DIST_DIR === undefined && isStale(distDir)) {
    process.stdout.write('Building (the data or the code is newer than dist/) ...\n');
    const built = spawnSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts', '--quick'], {
      stdio: 'inherit',
    });
    if (built.status !== 0 && hasRelease(distDir)) {
      process.stderr.write('The build failed, as told above. Serving the last good build.\n');
    }
  }
  if (!hasRelease(distDir)) sayAndExit('There is no build to serve. Correct what is told above, or run npm run build.');
}

const settings = settingsOrExit('start');
buildIfNeeded(settings);
let seeded: SeedReport | undefined;
await run(
  settings,
  {
    handlers: HANDLERS,
    simulators: {
      carrier: createInboxCarrier,
      routes: simulatorRoutes,
      realName: realNameSimulator,
      baidu: { path: BAIDU_BASE, token: BAIDU_TOKEN },
      thirdParties: { wechat: WECHAT, qq: QQ, google: GOOGLE, apple: APPLE, dingtalk: DINGTALK },
      wechat: simulatedWechatPlatform,
      wechatPhone: simulatedWechatPhone,
      clouds: (origin) => ({ ...simulatedTencent(origin), ...simulatedAliyun(origin) }),
    },
    beforeListening: async ({ db, keys, release }) => {
      if (settings.seed)
        seeded = await seed(
          db,
          release.lines.map(({ server }) => server),
          keys,
        );
    },
  },
  (server) =>
    process.stdout.write(welcome({ settings, port: server.port, release: server.releases.current(), seeded })),
);
