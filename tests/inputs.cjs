/**
 * What a test file reads while it runs: its modules, data, folders, and the programs it starts. `npm test` keeps what a
 * file came to for as long as all of that is the same (src/tools/kept-tests.ts).
 */
const { createRequire } = require('node:module');
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { AsyncLocalStorage } = require('node:async_hooks');
const childProcess = require('node:child_process');
const threads = require('node:worker_threads');

const ROOT = path.resolve(__dirname, '..');
/** Where each test file's inputs are written. */
const FOLDER = path.join(ROOT, '.cache/test/inputs');
/** Of what is kept between runs, tests may read what the compiler made of the lines. */
const COMPILED = path.join('.cache', 'compiled-lines');
const STARTED = Symbol.for('foyer.inputs');

/** Programs that read nothing of the lines, by the folder they are in. */
const OF_SOURCES = path.join(ROOT, 'src/server/db');

let inputs = new Set();
/** Set while something is read that does not count. */
const quiet = new AsyncLocalStorage();

/** Path below the root; undefined of what does not matter: packages (the lock file says which), caches, other places. */
function ours(file) {
  const text = file instanceof URL ? fileURLToPath(file) : Buffer.isBuffer(file) ? file.toString() : file;
  if (typeof text !== 'string') return undefined;
  const below = path.relative(ROOT, path.resolve(text));
  if (below.startsWith('..') || path.isAbsolute(below)) return undefined;
  const [first] = below.split(path.sep);
  if (first === '.cache' && !below.startsWith(COMPILED)) return undefined;
  return ['node_modules', '.git', '.parcel-cache'].includes(first) ? undefined : below;
}

function note(kind, file) {
  if (quiet.getStore()) return;
  const below = ours(file);
  if (below !== undefined) inputs.add(`${kind}:${below}`);
}

/** A program of Node's may read all that is here; what another one (a browser) reads is given to it by the test. */
function noteProgram(command, ...more) {
  if (quiet.getStore()) return;
  if (path.isAbsolute(String(command)) && ours(command) === undefined) inputs.add(`program:${command}`);
  const words = [command, ...more.flat()].filter((word) => typeof word === 'string' || word instanceof URL).map(String);
  if (!words.some((word) => /(^|\/)(node|npx|npm|tsx)$/.test(word) || /\.[cm]?[jt]s\b/.test(word))) return;
  const isOfSources = words.some((word) => word.includes(OF_SOURCES));
  inputs.add(isOfSources ? 'sources:' : 'everything:');
}

function wrap(target, name, before) {
  const real = target[name];
  if (typeof real !== 'function') return;
  const wrapped = function (...args) {
    before(...args);
    return new.target ? Reflect.construct(real, args, new.target) : Reflect.apply(real, this, args);
  };
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real));
  target[name] = wrapped;
}

if (!globalThis[STARTED]) {
  globalThis[STARTED] = true;
  const ofJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'))('graceful-fs');
  for (const module of [fs, ofJest]) {
    for (const name of ['readFile', 'readFileSync', 'createReadStream', 'openSync', 'open'])
      wrap(module, name, (file) => note('file', file));
    for (const name of ['readdir', 'readdirSync', 'opendir', 'opendirSync'])
      wrap(module, name, (file) => note('folder', file));
    for (const name of ['existsSync', 'statSync', 'stat']) wrap(module, name, (file) => note('exists', file));
  }
  for (const name of ['readFile', 'open']) wrap(fs.promises, name, (file) => note('file', file));
  for (const name of ['readdir', 'opendir']) wrap(fs.promises, name, (file) => note('folder', file));
  for (const name of ['access', 'stat']) wrap(fs.promises, name, (file) => note('exists', file));
  for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'])
    wrap(childProcess, name, noteProgram);
  wrap(threads, 'Worker', () => inputs.add('sources:'));
}

/** From now on inputs are this test file's. */
function begin(testPath) {
  inputs = new Set();
  note('file', testPath);
}

/** Writes what it read; a file that was stopped halfway has none. */
function end(testPath) {
  fs.mkdirSync(FOLDER, { recursive: true });
  const name = path.relative(ROOT, testPath).replaceAll(path.sep, '+');
  fs.writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify([...inputs].sort()));
}

/** A test environment that also tells what was read in it. */
const recording = (Environment) =>
  class extends Environment {
    constructor(config, context) {
      super(config, context);
      this.testPath = context.testPath;
      begin(context.testPath);
      this.global.foyerInputs = { note: (input) => inputs.add(input), quietly: (work) => quiet.run(true, work) };
    }

    async teardown() {
      end(this.testPath);
      await super.teardown();
    }
  };

module.exports = { recording };
