/** What every component of a screen works with. Types only, so that whatever draws a part of a screen may know them. */
import type { MouseEvent, ReactNode } from 'react';
import type { Facts } from '../engine/condition.ts';
import type { Failure } from '../engine/failures.ts';
import type { Params, Texts } from '../engine/messages.ts';
import type { FormField, PageLink } from '../engine/pack.ts';
import type { Block, Button, Condition, OutcomeWhere } from '../generated/config.ts';
import type { LinkProps } from '../theme/types.ts';
import type { Page } from './page.ts';
import type { PageState } from './page-model.ts';

/** What a press asks before it does anything. */
export interface Asked {
  /** Name of the confirmation. */
  readonly confirm: string;
  /** What the pressed button is named. */
  readonly label: string;
  readonly pressed: HTMLElement;
  goOn(): void;
}

export interface Screening {
  readonly page: Page;
  readonly state: PageState;
  readonly texts: Texts;
  readonly facts: Facts;
  has(key: string): boolean;
  text(key: string, params?: Params): string;
  rich(key: string, params?: Params): ReactNode;
  /** Key of a text of this screen. */
  key(rest: string): string;
  /** Resolves when the event has ended. `isStale` tells that an answer is no longer wanted. */
  run(event: string, row?: string, isStale?: () => boolean): Promise<void>;
  /** Shows another screen; false when the visitor stays after all. */
  go(screen: string): Promise<boolean>;
  /** A click on a link to a screen stays on the page, unless the visitor asks for a new tab or the like. */
  visitScreen(screen: string, names?: readonly string[]): (event: MouseEvent) => void;
  /** Links whose conditions hold, ready to show; `prefix` is where their texts are. */
  links(links: readonly PageLink[], prefix: string): readonly LinkProps[];
  /** Where a screen is on this line; undefined where it is not. */
  pathOf(screen: string): string | undefined;
  /** Names the page after what it is about; after its screen when nothing is given. */
  entitle(what: string | undefined): void;
  /** Whether something is under way that keeps the visitor from anything else. */
  readonly waiting: boolean;
  /** Whole seconds until a countdown ends. */
  secondsLeft(timer: string): number;
  /** Of things with a condition, those whose condition holds. */
  holding<T extends { readonly when?: Condition }>(things: readonly T[]): readonly T[];
  /** Whether a row of a list has the values wanted. */
  fits(where: OutcomeWhere | undefined, row: Readonly<Record<string, unknown>>): boolean;
  sentence(failure: Failure): ReactNode;
  /** The selected form's fields that the visitor sees. */
  visibleFields(): readonly FormField[];
  /** What is said of a field: the service's word, or the browser's once the field was left or the form sent. */
  faultOf(field: FormField): string | undefined;
  /** A field was left: it is judged from now on, unless the visitor only passed through. */
  leave(field: string): void;
  /** Keeps what the fields hold, for a reload or another language. */
  keepTyped(): void;
  /** Parts of the page that parts loaded later may put into theirs. */
  readonly draw: {
    alert(): ReactNode;
    blocks(blocks: readonly Block[] | undefined): ReactNode;
    actions(actions: readonly Button[] | undefined): ReactNode;
    /** @param onEnd the question was answered, whichever way. */
    question(asked: Asked, onEnd: () => void): ReactNode;
  };
}
