/** A notice in sections. Its styles come with it: no other page has use for them. */
import { type ReactNode, useMemo } from 'react';
import { BAR, isHeading } from '../engine/headings.ts';
import type { Block, Button, NoticeState } from '../generated/config.ts';
import { account } from '../theme/css/account.ts';
import { StateIcon } from '../theme/more-icons.tsx';
import { Sections } from '../theme/sections.tsx';
import type { HeadingRef } from './heading-ref.ts';
import { useOwnStyles } from './own-styles.ts';
import { useScreening } from './use-screening.ts';

/** The blocks before the first section, and those of each. */
function split(blocks: readonly Block[]): {
  readonly first: readonly Block[];
  readonly sections: readonly [string, readonly Block[]][];
} {
  const first: Block[] = [];
  const sections: [string, Block[]][] = [];
  for (const block of blocks) {
    if (block.block === 'text' && isHeading(block)) sections.push([block.id, []]);
    else (sections.at(-1)?.[1] ?? first).push(block);
  }
  return { first, sections };
}

interface SectionsViewProps {
  readonly state: NoticeState;
  readonly title: string;
  readonly text: ReactNode;
  readonly headingRef: HeadingRef;
  readonly told: ReactNode;
}

export function SectionsView({ state, title, text: lead, headingRef, told }: SectionsViewProps) {
  const { text, key, draw, holding, page, state: now } = useScreening();
  const { looks } = page.shell;
  useOwnStyles(useMemo(() => account(looks), [looks]));
  const { first, sections } = split(holding(state.blocks ?? []));
  const actions = holding(state.actions ?? []);
  const placed = new Set<Button>();
  const taken = (place: string): readonly Button[] => {
    const here = actions.filter((each) => each.block === place);
    for (const each of here) placed.add(each);
    return here;
  };
  const at = (place: string): ReactNode => {
    const here = taken(place);
    return here.length === 0 ? undefined : draw.actions(here);
  };
  const isKnown = (name: string): boolean => ![undefined, ''].includes(now.flow[name] as string);
  // The rows of its facts draw their buttons themselves.
  const isShown = (block: Block): boolean => {
    if (block.block === 'downloads') return (now.pack.downloads ?? []).length > 0;
    return block.block !== 'facts' || block.values.filter((name) => taken(name).length > 0 || isKnown(name)).length > 0;
  };
  const row = (buttons: ReactNode): ReactNode => buttons !== undefined && <div className="actions">{buttons}</div>;
  taken(BAR);
  const place = (block: Block): ReactNode => (
    // By its place in the data: one above that goes must not make those below it anew, which ask for their lists.
    <Placed
      key={state.blocks?.indexOf(block)}
      block={draw.blocks([block])}
      buttons={'id' in block ? row(at(block.id)) : false}
      beside={block.block === 'text'}
    />
  );
  const above = first.filter(isShown).map(place);
  const shown = sections.flatMap(([id, blocks]) => {
    const present = blocks.filter(isShown);
    const last = at(id);
    if (present.length === 0 && last === undefined) return [];
    const content = (
      <>
        {present.map(place)}
        {row(last)}
      </>
    );
    return [{ id, title: text(key(`texts.${id}`)), content }];
  });
  const rest = actions.filter((each) => !placed.has(each));
  return (
    <Sections
      tone={state.tone}
      icon={<StateIcon name={state.icon ?? 'user'} />}
      title={title}
      text={lead}
      headingRef={headingRef}
      above={
        <>
          {draw.alert()}
          {above}
        </>
      }
      label={text(key('title'))}
      sections={shown}
      below={rest.length === 0 ? undefined : draw.actions(rest)}
      told={told}
    />
  );
}

interface PlacedProps {
  readonly block: ReactNode;
  readonly buttons: ReactNode;
  /** Whether the buttons stand beside it, as those of a fact do; below it otherwise. */
  readonly beside: boolean;
}

const Placed = ({ block, buttons, beside }: PlacedProps) =>
  beside && buttons ? (
    <div className="beside">
      {block}
      {buttons}
    </div>
  ) : (
    <>
      {block}
      {buttons}
    </>
  );
