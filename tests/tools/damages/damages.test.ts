/** Two thousand damages of one token, by seed: what JSON, a schema or a name refuses is told once and at its place, and nothing twice. */
import { checkSources } from '../../../src/tools/check.ts';
import { grammarOf } from '../../../src/tools/checks/files.ts';
import { overlay, type Sources } from '../../../src/tools/load.ts';
import { fixtureData } from '../../schemas/fixture.ts';
import { damageOf } from './damage.ts';
import { makeJudge, wrongs } from './judge.ts';

const COUNT = Number(process.env.DAMAGES ?? 2000);
const FROM = Number(process.env.DAMAGES_FROM ?? 1);

let sources: Sources;
beforeAll(async () => {
  sources = await fixtureData();
});

test(`${COUNT} damages are told once each, where they are`, () => {
  const files = [...sources.files.values()].filter(({ path }) => grammarOf(path) !== undefined);
  const judge = makeJudge(sources);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (let seed = FROM; seed < FROM + COUNT; seed += 1) {
    const damage = damageOf(files, seed);
    const verdict = judge(damage);
    counts[verdict.why] = (counts[verdict.why] ?? 0) + 1;
    const told = wrongs(damage, verdict, checkSources(overlay(sources, { [damage.file]: damage.text })));
    if (told.length > 0)
      wrong.push(
        [`seed ${seed}: ${damage.file}:${damage.line} ${damage.before} ${damage.what}`, ...told].join('\n    '),
      );
  }
  console.info(counts);
  expect(wrong).toEqual([]);
}, 1_200_000);
