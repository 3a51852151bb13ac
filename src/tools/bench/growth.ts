/** Section `growth`: what a thousand lines cost the visitor of one, and the one who builds them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Banner } from '../../generated/config.ts';
import { type Bundle, readBundle } from '../build-bundle.ts';
import { checkSources } from '../check.ts';
import { formatFault } from '../checks/fault.ts';
import { type CompiledLine, compileLine } from '../compile-line.ts';
import { inlineScripts } from '../early.ts';
import { earlyTexts } from '../early-texts.ts';
import { importValidators } from '../line-release.ts';
import { loadData, overlay, type Sources } from '../load.ts';
import { newLineFiles } from '../new-line.ts';
import { renderPage } from '../prerender.tsx';
import { type ResolvedLine, resolveAll } from '../resolve.ts';
import { BUNDLE_FOLDER } from '../workspace.ts';
import type { Figure } from './figures.ts';
import { firstLoad } from './first-load.ts';
import { median } from './statistics.ts';

const LINES = 1000;
const visited = { line: 'renderbus', language: 'zh', screen: 'sign-in' } as const;
const synthetic = { name: 'synthetic', id: 900000, host: 'synthetic.example' } as const;

/**
 * The data with synthetic lines laid over it until there are `count`; nothing on disk changes. Each is what
 * `npm run new-line` writes, half of them domestic.
 */
function manyLines(sources: Sources, count: number): Sources {
  const own = Object.keys(resolveAll(sources).lines).length;
  const regions = ['_domestic', '_overseas'].map((region) => newLineFiles({ ...synthetic, extends: region }, sources));
  const files: Record<string, string> = {};
  for (let index = own; index < count; index += 1) {
    const name = `${synthetic.name}-${index}`;
    for (const [file, text] of Object.entries(regions[index % 2] ?? {})) {
      files[file.replace(synthetic.name, name)] = text
        .replaceAll(synthetic.name, name)
        .replace(String(synthetic.id), String(1000 + index));
    }
  }
  return count > own ? overlay(sources, files) : sources;
}

/** What `compile` makes of one line, without artwork on disk, prerender and publishing. */
function compileOne(line: ResolvedLine, bundle: Bundle, banners: Readonly<Record<string, Banner>>): CompiledLine {
  return compileLine(line, {
    main: `/assets/${bundle.main}`,
    apiBase: '',
    asset: (file) => `/assets/${file}`,
    banners,
  });
}

/** Processor time of this process: what else the machine does meanwhile is not counted. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Measured {
  readonly count: number;
  readonly checkMs: number;
  readonly compileMs: number;
  /** Brotli bytes of the visited page. */
  readonly bytes: number;
}

async function visitedBytes(line: ResolvedLine, compiled: CompiledLine, bundle: Bundle): Promise<number> {
  const language = compiled.languages[visited.language];
  const screen = language?.screens[visited.screen];
  if (!language || !screen) throw new Error(`${visited.line} has no ${visited.screen} in ${visited.language}.`);
  const { html } = renderPage({
    shell: language.shell,
    pack: screen.pack,
    validators: await importValidators(compiled, visited.language, visited.screen),
    theme: line.theme,
    main: `/assets/${bundle.main}`,
    preload: screen.validators.map((name) => `/assets/${name}`),
    late: '',
    faces: '',
    early: earlyTexts(line, visited.language, visited.screen),
    inline: inlineScripts(),
  });
  return firstLoad(html, (name) => bundle.files[name] ?? compiled.files[name]).bytes;
}

async function measure(sources: Sources, bundle: Bundle, banners: Readonly<Record<string, Banner>>): Promise<Measured> {
  const began = cpuMs();
  const faults = checkSources(sources);
  const checked = cpuMs();
  if (faults.length > 0) throw new Error(`The data has faults:\n${faults.slice(0, 5).map(formatFault).join('\n')}`);
  const { lines } = resolveAll(sources);
  let kept: CompiledLine | undefined;
  for (const line of Object.values(lines)) {
    const compiled = compileOne(line, bundle, banners);
    JSON.stringify(compiled.server);
    if (line.name === visited.line) kept = compiled;
  }
  const compiledAt = cpuMs();
  const line = lines[visited.line];
  if (!kept || !line) throw new Error(`There is no line ${visited.line}.`);
  return {
    count: Object.keys(lines).length,
    checkMs: checked - began,
    compileMs: compiledAt - checked,
    bytes: await visitedBytes(line, kept, bundle),
  };
}

export async function growthFigures({ log }: { readonly log: (text: string) => void }): Promise<Figure[]> {
  const sources = await loadData('.');
  const bundle = await readBundle(BUNDLE_FOLDER);
  const banner = resolveAll(sources).lines[visited.line]?.registerStatic ?? {};
  const banners = Object.fromEntries(
    await Promise.all(
      Object.entries(banner).map(
        async ([file, source]) =>
          [file.replace(/\.json$/, ''), JSON.parse(await readFile(join('.', source), 'utf8')) as Banner] as const,
      ),
    ),
  );
  await measure(sources, bundle, banners);
  const few: Measured[] = [];
  for (let run = 0; run < 3; run += 1) few.push(await measure(sources, bundle, banners));
  const first = few[0];
  if (!first) throw new Error('Nothing was measured.');
  const steps: Measured[] = [];
  for (const count of [Math.round(LINES / 2), LINES]) {
    const measured = await measure(manyLines(sources, count), bundle, banners);
    log(
      `${count} lines: check ${(measured.checkMs / 1000).toFixed(1)} s, compile ${(measured.compileMs / 1000).toFixed(1)} s`,
    );
    steps.push(measured);
  }
  const [half, all] = steps as [Measured, Measured];
  const total = (one: Measured): number => one.checkMs + one.compileMs;
  const base = median(few.map(total));
  const perLine = (total(all) - base) / (all.count - first.count);
  const secondHalf = (total(all) - total(half)) / (all.count - half.count);
  const firstHalf = (total(half) - base) / (half.count - first.count);
  return [
    {
      section: 'growth',
      what: `first load with ${all.count} lines, brotli`,
      unit: 'KB',
      measured: all.bytes / 1000,
      baseline: { what: `${first.count} lines`, value: first.bytes / 1000 },
      target: { kind: 'exactly', value: 1, of: 'ratio' },
    },
    {
      section: 'growth',
      what: 'check + compile, each further line',
      unit: 'ms',
      measured: perLine,
      target: { kind: 'at most', value: 20, of: 'measured' },
      note: `${first.count} lines in ${Math.round(base)} ms, ${all.count} in ${Math.round(total(all))} ms; processor time, prerender apart`,
    },
    {
      section: 'growth',
      what: 'check + compile, lines 501 to 1,000',
      unit: 'ms',
      measured: secondHalf,
      baseline: { what: `each of lines ${first.count + 1} to 500`, value: firstHalf },
      target: { kind: 'at most', value: 1.3, of: 'ratio' },
      note: 'linear when every line costs the same',
    },
    {
      section: 'growth',
      what: 'check of the data as it is',
      unit: 'ms',
      measured: median(few.map((one) => one.checkMs)),
      target: { kind: 'at most', value: 5000, of: 'measured' },
    },
  ];
}
