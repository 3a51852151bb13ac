/**
 * Completes the lock file after `npm install`: a registry that mirrors only some platforms leaves the optional
 * packages of the others out, and `npm ci` then refuses the lock everywhere. What is added has no integrity, since
 * nothing could be fetched; npm installs such a package only on its own platform.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const systems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const held = new Set(Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));
let added = 0;
for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const os = systems.find((system) => name.includes(system));
    const cpu = processors.find((processor) => new RegExp(`[-/]${processor}(-|$)`).test(name));
    if (held.has(path) || os === undefined || cpu === undefined || !/^\d/.test(version)) continue;
    lock.packages[path] = {
      version,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(name.includes('musl') ? { libc: ['musl'] } : {}),
      optional: true,
      os: [os],
    } as Entry;
    held.add(path);
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
