/**
 * An outsider, as the server sees it: one record of whatever it is good for. Everything about it stands in `vendors/<name>/`, what
 * stands in for it in `src/sandbox/<name>/`; nothing but the programs' entries imports either.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Described, Mode } from '../settings-kinds.ts';
import type { IdentitySettings } from '../settings-third-party.ts';
import type { CallContext, Database, KeyRing } from '../types.ts';
import type { VendorCaptcha } from './captcha.ts';
import type { Carrier, CloudTemplates } from './carrier.ts';
import type { FrameKind } from './embed.ts';
import type { ThirdPartyAdapter } from './identity.ts';
import type { ScenePlatform } from './scenes.ts';

/** Channels that a vendor may carry, where the settings choose it by its name. */
export type CarriedChannel = 'sms' | 'voice';
/** Names of the vendors that the settings chose, or `gateway`. */
export type Chosen = Readonly<Record<CarriedChannel, string | undefined>>;

/** Settings of one vendor; `Own` is what its parts read. */
export interface VendorSettings<Own extends object> {
  readonly list: { readonly [Key in keyof Own]: Described<Own[Key]> };
  /** What is wrong with them as a whole, as sentences with what to write instead. Values that did not parse are undefined. */
  problems(own: Own, mode: Mode, chosen: Chosen): string[];
}

/** What stands in for a vendor that nobody configured, with `npm start` alone. */
export interface StandIn<Own extends object> {
  /** Settings that lead to it, below an origin of this server. */
  settings(origin: string): Partial<Own>;
  /** Path of the phone that scans a code of it. */
  phone?(code: { readonly scene: string } | { readonly qr: string }): string;
}

/** What a part of a vendor is opened with. */
export interface Opening<Own extends object> {
  readonly own: Own;
  readonly standIn: StandIn<Own> | undefined;
  /** This server's own origin, as it reaches itself; known once it listens. */
  readonly inside: () => string;
  readonly db: Database;
  readonly keys: KeyRing;
  readonly logger: Logger;
}

export interface VendorCarrier<Own extends object> {
  open(opening: Opening<Own>): Carrier;
  /** Texts that the vendor must have approved; absent where it takes any. */
  readonly templates?: {
    /** Setting that lists them. */
    readonly setting: string;
    of(own: Own): CloudTemplates | undefined;
    /** Whether a message, `<template>.<language>`, needs one; every message does when left out. */
    needs?(message: string): boolean;
  };
}

/** `Parts`: what routes of the server are given. */
export interface Vendor<Own extends object = never, Parts = never> {
  /** Its name in data and settings: the folder's. */
  readonly name: string;
  readonly settings?: VendorSettings<Own>;
  /**
   * Proves who somebody is: adapter of that name in providers.json, and its credentials and addresses by provider and line.
   * Settings that are a function are those of any provider that the data has the adapter speak to.
   */
  readonly identity?: {
    readonly adapter: ThirdPartyAdapter;
    readonly settings: IdentitySettings | ((provider: string) => IdentitySettings);
  };
  /** Frames for its scripts, by their names below `/foyer/frames/`. */
  readonly embeds?: Readonly<Record<string, FrameKind>>;
  /** Undefined without an account. */
  captcha?(opening: Opening<Own>): VendorCaptcha<CallContext> | undefined;
  readonly carriers?: Readonly<Partial<Record<CarriedChannel, VendorCarrier<Own>>>>;
  /** Who hears of registrations; undefined where nobody is told. */
  conversion?(opening: Opening<Own>): Carrier | undefined;
  /** Codes that bind whoever scans them. */
  scenes?(opening: Opening<Own>): ScenePlatform;
  /** What it asks of this server. */
  routes?(app: FastifyInstance, deps: Parts): void;
}

/** A vendor whose own settings nobody outside of its folder knows. */
// biome-ignore lint/suspicious/noExplicitAny: each pairs its settings with its parts; a list of them cannot name every type.
export type AnyVendor = Vendor<any, any>;
