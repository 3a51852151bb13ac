/**
 * Finds a Chromium for journeys, screenshots and benches: the setting `CHROMIUM_PATH`, else one installed, else
 * Playwright's own, else Debian's packages (as root), else the one inside the npm package `@sparticuz/chromium`,
 * which is installed into `.cache/` only when nothing else is there. Who walks through pages, reads or
 * measures them may use the headless shell: the same engine without the windows, menus and preferences around it, which
 * take a third of the processor time. It draws text a little differently, so pictures are taken with the whole browser.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'Google Chrome'];

/** Switches that keep a headless browser quiet on a machine with no outside network; root has no sandbox. */
export const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

function executable(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function installed(names: readonly string[]): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    '/usr/bin',
    '/usr/local/bin',
    '/Applications/Google Chrome.app/Contents/MacOS',
  ];
  for (const name of names) {
    for (const folder of folders) {
      const found = folder ? executable(join(folder, name)) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function fromDebian(names: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Another process may be installing it just now.
    const aptGet = (...rest: string[]): Buffer =>
      execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...rest], { stdio: 'ignore', env: environment });
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', 'chromium', 'fonts-noto-cjk', 'fonts-dejavu-core');
    // Not every release of Debian, or of what is made from it, has the shell.
    if (names.some((name) => SHELLS.includes(name))) aptGet('install', '-y', '-qq', 'chromium-headless-shell');
  } catch {
    // Whatever was installed is looked for.
  }
  return installed(names);
}

async function fromNpm(): Promise<string | undefined> {
  const folder = resolve('.cache/chromium');
  const home = join(folder, 'node_modules/@sparticuz/chromium');
  try {
    if (!existsSync(home)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
      execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '@sparticuz/chromium'], {
        cwd: folder,
        stdio: 'ignore',
      });
    }
    const module = (await import(pathToFileURL(join(home, 'build/esm/index.js')).href)) as {
      default: { executablePath(): Promise<string> };
    };
    return await module.default.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * Path of a Chromium. Rejects with what to do when there is none.
 * @param kind `shell` where the headless shell will do, if there is one.
 */
export async function findBrowser(kind: 'whole' | 'shell' = 'whole'): Promise<string> {
  const names = kind === 'whole' ? WHOLE : [...SHELLS, ...WHOLE];
  const setting = process.env.CHROMIUM_PATH;
  if (setting && !executable(setting))
    throw new Error(`CHROMIUM_PATH is ${setting}, which is no program. Give the path of a Chromium, or unset it.`);
  const found =
    executable(setting) ??
    installed(names) ??
    executable(chromium.executablePath()) ??
    fromDebian(names) ??
    (await fromNpm());
  if (!found)
    throw new Error(
      'No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its path.',
    );
  return found;
}

/** Starts a Chromium without a window. */
export async function launchBrowser(
  options: LaunchOptions = {},
  kind?: Parameters<typeof findBrowser>[0],
): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(kind),
    ...options,
    args: [...switches, ...(options.args ?? [])],
  });
}

/**
 * Starts a Chromium whose pictures stand still from the first moment. A page's own setting of less motion is not told to
 * the pictures in it; the browser's is.
 */
export function launchStill(kind?: Parameters<typeof findBrowser>[0]): Promise<Browser> {
  return launchBrowser({ args: ['--force-prefers-reduced-motion'] }, kind);
}
