/**
 * Looks only: what the components of this folder take. Every text arrives ready; nothing here knows a screen,
 * a call or a line.
 */

import type { MouseEvent, ReactNode, Ref, RefObject } from 'react';
import type { TextBlock } from '../generated/config.ts';

export type Tone = 'info' | 'success' | 'warning' | 'error';
export type IconName = IconProps['name'] | 'mail' | 'lock' | 'user' | 'phone' | 'download' | 'search' | 'chevron';

/** frame.tsx: `Frame`. Phones show the band; from the PC layout on `split` shows the illustration, `card` and `page` do not. */
export interface FrameProps {
  /** Which screen this is: another one takes new elements, so that nothing visible moves. */
  readonly shown: number;
  readonly layout: 'split' | 'card' | 'page';
  readonly brand: string;
  /** Address of the line's wordmark, an SVG served from the assets. */
  readonly logo: string;
  /** The same for a phone's bar that lies on a dark picture. */
  readonly logoOnDark?: string | undefined;
  readonly homeHref: string;
  readonly illustration: string;
  /** What stands above the content on a phone in its place. */
  readonly band: string;
  readonly tagline: string;
  readonly promise: string;
  readonly footer: ReactNode;
  readonly skipText: string;
  /** The language switch; absent where only one language is offered. */
  readonly languages?: {
    readonly label: string;
    readonly items: readonly {
      readonly id: string;
      readonly label: string;
      readonly href: string;
      readonly current: boolean;
    }[];
    onSelect(id: string, event: MouseEvent): void;
  };
  /** Buttons in the bar, beside the language switch. */
  readonly bar?: ReactNode;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** heading.tsx: `Heading`. The h1 takes focus when a screen is shown (`headingRef`, tabIndex -1). */
export interface HeadingProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** alert.tsx: `Alert`. role=alert for error and warning, status otherwise. */
export interface AlertProps {
  /** For what it concerns to point to. */
  readonly id?: string;
  /** Of the screen, where this stands in its heading's place. */
  readonly title?: string | undefined;
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly links?: readonly LinkProps[];
  readonly ref?: Ref<HTMLDivElement>;
}

/** button.tsx: `Button`. While pending it shows a spinner, keeps its name, is `aria-disabled` and not clickable. */
export interface ButtonProps {
  readonly look: 'primary' | 'secondary' | 'plain';
  /** What it is named in speech where its words alone do not tell what it is about; begins with them. */
  readonly name?: string;
  readonly type?: 'button' | 'submit';
  readonly pending?: boolean;
  /** Whether something else is under way that it has to wait for. */
  readonly waiting?: boolean;
  readonly disabled?: boolean;
  /** @param pressed the button itself, where the focus may have to come back to. */
  readonly onClick?: (pressed: HTMLElement) => void;
  readonly children: ReactNode;
}

/** links.tsx: `Links` (a row) and `TextLink`. A link without `href` is a button that looks like a link. */
export interface LinkProps {
  readonly id: string;
  readonly label: string;
  readonly href?: string;
  readonly onClick?: (event: MouseEvent) => void;
  /** Leads to what another device scans: phones do not show it. */
  readonly another?: boolean | undefined;
}
export interface LinksProps {
  readonly inline?: boolean;
  readonly items: readonly LinkProps[];
}

/** tabs.tsx: `Tabs`, the ARIA tabs pattern with arrow keys; `children` is the panel of the selected tab. */
export interface TabsProps {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string }[];
  readonly selected: string;
  onSelect(id: string): void;
  readonly children: ReactNode;
}

/** notice.tsx: `Notice`: icon, h1, text, blocks, buttons. */
export interface NoticeProps {
  readonly tone: Tone;
  readonly icon: ReactNode;
  /** Address of a drawing in place of the icon. */
  readonly picture?: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly blocks?: ReactNode;
  readonly actions?: ReactNode;
  readonly after?: ReactNode;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** sections.tsx: `Sections`: a notice in sections, with a list that leads to them. */
export interface SectionsProps {
  readonly tone: Tone;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  /** What stands above the list and the sections. */
  readonly above: ReactNode;
  /** What the list is named. */
  readonly label: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[];
  /** Buttons below the sections. */
  readonly below?: ReactNode;
  /** What is said of the last press; it stays in sight. */
  readonly told: ReactNode;
}

/** dialog.tsx: `Dialog` on the native <dialog> (showModal), focus kept inside, Escape closes. */
export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly closeText: string;
  onClose(): void;
  /** Ways on other than closing it, the first being the one to take. */
  readonly ways?: readonly LinkProps[];
  readonly children: ReactNode;
}

/** confirm-dialog.tsx: `ConfirmDialog`: a question before something is taken away. It is there while it is asked. */
export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  /** What the button that goes on is named: the verb. */
  readonly action: string;
  readonly cancel: string;
  /** The button that was pressed: it has the focus again once the question is answered. */
  readonly pressed: HTMLElement;
  onAnswer(goesOn: boolean): void;
}

/** text.tsx: `Text`, a paragraph block. */
export interface TextProps {
  /** A `heading` heads a section (sections.tsx), which draws it. */
  readonly tone: NonNullable<TextBlock['tone']>;
  readonly children: ReactNode;
  readonly links?: readonly LinkProps[];
}

/** facts.tsx: `Facts`, a description list. */
export interface FactsProps {
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: string;
    /** Buttons that change it. */
    readonly actions?: ReactNode;
  }[];
  /** `large`: to be compared with what stands elsewhere. */
  readonly look?: 'large';
}

/** qr-box.tsx: `QrBox`. With `onRenew`, the cover is a button. */
export interface QrBoxProps {
  readonly children: ReactNode;
  readonly cover?: string;
  readonly onRenew?: () => void;
  readonly pending: boolean;
}

/** records.tsx: `Records`, a table that becomes cards on a phone. */
export interface RecordsProps {
  /** Whether it stands below the heading of a section. */
  readonly inSection?: boolean;
  readonly title: string;
  readonly empty: string;
  /** What stands in the place of a list that is not known: it is on its way, or did not come and may be asked for again. */
  readonly unknown: { readonly text: string; readonly again?: { readonly label: string; onClick(): void } } | undefined;
  /** Whether a row's button was pressed last, and did its work: if it went with that, the focus goes to the title. */
  readonly acted: boolean;
  /** What unfolds the rest of a long list in a section, and folds it again. */
  readonly fold: { readonly more: string; readonly fewer: string };
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly {
    readonly id: string;
    readonly cells: readonly string[];
    /** What is said of it beside its first cell. */
    readonly marks?: readonly string[];
    readonly actions: readonly {
      readonly id: string;
      readonly label: string;
      /** The label, and which row it is about. */
      readonly name: string;
      readonly pending: boolean;
      readonly waiting: boolean;
      onClick(pressed: HTMLElement): void;
    }[];
  }[];
}

/** downloads.tsx: `Downloads`, the client downloads as cards, the visitor's own first. */
export interface DownloadsProps {
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly system: System;
    readonly href: string;
  }[];
}

/** What a client runs on. */
export type System = 'windows' | 'macos' | 'linux';

/** providers.tsx: `Providers`: "or" line and third-party buttons in each provider's manner (our own drawings of a mark, no trademark artwork). */
export interface ProvidersProps {
  readonly label: string;
  readonly items: readonly {
    readonly id: string;
    /** Address of its drawing. */
    readonly icon: string;
    readonly label: string;
    onClick(): void;
  }[];
}

/** provider-frame.tsx: `ProviderFrame`: the place of a provider's widget, `width` by `height` px. */
export interface ProviderFrameProps {
  readonly hostRef: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly height: number;
}

/** choice-grid.tsx: `ChoiceGrid`: a group of checkboxes or radios as cards. */
export interface ChoiceGridProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly multiple: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
  readonly selected: readonly string[];
  onChange(selected: readonly string[]): void;
  readonly describedBy?: string;
  readonly invalid?: boolean;
}

/** spinner.tsx: `Spinner`; icon.tsx: `Icon({ name })`, more-icons.tsx: `AnyIcon({ name })`, all decorative (aria-hidden). */
export interface IconProps {
  readonly name: 'check' | 'clock' | 'warning' | 'eye' | 'eye-off' | 'globe';
}
