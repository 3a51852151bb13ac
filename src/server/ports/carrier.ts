/** The seam between the outbox and what carries its messages. */
import type { ServerLine } from '../../engine/pack.ts';
import type { OutgoingMessage, RefusalReason } from '../types.ts';

/** A message with its texts, ready to leave. */
export interface ReadyMessage {
  readonly id: string;
  readonly message: OutgoingMessage;
  readonly line: ServerLine;
  /** Of a mail only. */
  readonly subject?: string;
  readonly html?: string;
  /** The mail's plain text, the SMS, or what the voice says. */
  readonly text: string;
  /** Somebody waits for it at the screen: it does not stand behind the others. */
  readonly isPrompt?: boolean;
}

interface Told {
  readonly code: number;
  /** The carrier's own code or words, for the log; recipients and secrets are taken out of them before. */
  readonly detail?: string;
}

/**
 * What became of one attempt. `code` is a delivery code of the specification. `retry` is tried again, after
 * `notBeforeSeconds` where the receiver asks for patience; `misconfigured` when it waits for the operator. `refused` is final.
 */
export type Attempt =
  | (Told & { readonly state: 'sent'; readonly code: 200 })
  | (Told & { readonly state: 'refused'; readonly reason?: RefusalReason })
  | (Told & { readonly state: 'retry'; readonly notBeforeSeconds?: number; readonly misconfigured?: true });

/** Carries messages of one channel. An exception counts as `retry` with code 500. */
export interface Carrier {
  carry(ready: ReadyMessage): Promise<Attempt>;
  close?(): Promise<void> | void;
}

/** One for each channel; without one for conversions, none is queued. */
export type Carriers = Readonly<Record<Exclude<OutgoingMessage['channel'], 'conversion'>, Carrier>> & {
  readonly conversion?: Carrier;
};

/** A text that the cloud approved: its id there, and which of our parameters fill it, in order. */
export interface CloudTemplate {
  readonly id: string;
  readonly params: readonly string[];
}
/** `<template>.<language>` → the cloud's template. */
export type CloudTemplates = Readonly<Record<string, CloudTemplate>>;
/** Folder of a line → the signature that its messages bear; `*` for all others. */
export type Signs = Readonly<Record<string, string>>;
