/** Bars of steps: sentences beside them say the step that they show, and pages show one after the other. */
import type { Path } from '../load.ts';
import { mayHold } from './conditions.ts';
import { blocksOf, earlierScreens, formsOf, type Scope } from './scope.ts';

const BAR = /^step-(\d)-of-(\d)$/;

interface Bar {
  readonly screen: string;
  readonly at: Path;
  readonly key: string;
  readonly step: string;
  readonly of: string;
}

const barsOf = ({ line }: Scope, id: string): readonly Bar[] => {
  const screen = line.screens[id];
  return (screen ? blocksOf(screen) : []).flatMap(({ at, block }): Bar[] => {
    const [, step = '', of = ''] = (block.block === 'text' && BAR.exec(block.tone ?? '')) || [];
    if (block.block !== 'text' || step === '') return [];
    return [{ screen: id, at: [...at, 'tone'], key: `screens.${id}.texts.${block.id}`, step, of }];
  });
};

interface Said {
  readonly language: string;
  readonly numbers: readonly string[];
}

/** The step that a sentence says, and of how many: each of its branches says the same. */
function stepOf({ numbers: [step, of, ...others] }: Said): readonly [string, string] | undefined {
  const isPair = others.every((number, at) => number === (at % 2 === 0 ? step : of)) && others.length % 2 === 0;
  return step !== undefined && of !== undefined && isPair ? [step, of] : undefined;
}

const isSame = (one: Said, { step, of }: Pick<Bar, 'step' | 'of'>): boolean => {
  const said = stepOf(one);
  if (said !== undefined) return said[0] === step && said[1] === of;
  return one.numbers.every((number) => number === step || number === of);
};

/** Whether what is said beside a bar is what it shows; reports what is not. */
function checkSaid(scope: Scope, bar: Bar): boolean {
  const { step, of, key, screen } = bar;
  const said = Object.entries(scope.line.messages).flatMap(([language, catalog]): Said[] => {
    const numbers = String(catalog[key] ?? '').match(/\d+/g) ?? [];
    return numbers.length > 0 ? [{ language, numbers }] : [];
  });
  const wrong = said.filter((each) => !isSame(each, bar));
  const [first] = wrong;
  if (first === undefined) return true;
  const meant = stepOf(first);
  // Where the languages are at one it is the bar that shows another step.
  if (meant !== undefined && said.length > 1 && said.every((each) => isSame(each, { step: meant[0], of: meant[1] }))) {
    const message = `the bar is step ${step} of ${of}, and message "${key}" beside it says ${meant.join(' of ')}`;
    scope.lack(`screens/${screen}`, bar.at, message, `write "step-${meant.join('-of-')}"`);
    return false;
  }
  for (const { language, numbers } of wrong) {
    const message = `message "${key}" says ${numbers.join(' of ')}, and the bar beside it is step ${step} of ${of}`;
    scope.lack(`messages/${language}`, [key], message, `write ${step} and ${of}`);
  }
  return false;
}

/** Whether a bar stands on a page as the line shows it. */
function isShown({ line }: Scope, { screen, at: [part, form] }: Bar): boolean {
  const found = line.screens[screen];
  if (part !== 'forms' || found === undefined) return true;
  return formsOf(found).some(([name, { when }]) => name === form && mayHold(when, line));
}

/** A page of a form, and one bar below another, shows a step that none before it has. */
function checkOrder(scope: Scope, bar: Bar, before: readonly Bar[]): void {
  const same = before.find(({ step, key, of }) => step === bar.step && of === bar.of && key !== bar.key);
  if (same === undefined) return;
  const next = String(Math.min(Number(bar.of), Number(bar.step) + 1));
  const other = same.screen === bar.screen ? `"${same.key}"` : `screen ${same.screen}, which comes before`;
  const message = `the bar is step ${bar.step} of ${bar.of}, as that of ${other}`;
  scope.lack(`screens/${bar.screen}`, bar.at, message, `write "step-${next}-of-${bar.of}"`);
}

export function checkSteps(scope: Scope): void {
  const all = Object.keys(scope.line.screens).map((id) => [id, barsOf(scope, id)] as const);
  // What one says beside it tells more than what another shows.
  if (all.flatMap(([, bars]) => bars.map((bar) => checkSaid(scope, bar))).includes(false)) return;
  for (const [id, bars] of all) {
    const earlier = bars.length > 0 ? earlierScreens(scope.line, id).flatMap((each) => barsOf(scope, each)) : [];
    for (const [at, bar] of bars.entries()) {
      const beside = bars.slice(0, at).filter((each) => `${each.at.slice(0, -2)}` === `${bar.at.slice(0, -2)}`);
      const before = [...earlier.filter((each) => isShown(scope, each)), ...beside];
      if (isShown(scope, bar)) checkOrder(scope, bar, before);
    }
  }
}
