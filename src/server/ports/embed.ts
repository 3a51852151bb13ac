/** Frames for scripts of others: what one kind of them is. How they are served: `http/frames.ts`. */
import type { ServerLine } from '../../engine/pack.ts';
import type { ThirdPartySource } from '../third-party/wiring.ts';
import type { VendorCaptchas } from './captcha.ts';

/** What a frame may be made of: settings and data. Its address is none of that. */
export interface FrameSource {
  readonly line: ServerLine;
  readonly deps: { readonly thirdParties: ThirdPartySource; readonly captchas: VendorCaptchas<never> };
  /** Origin that the browser sees, for what this server itself gives to the frame. */
  readonly own: string;
  /** One of the line's languages, as the address asks for it. */
  readonly language: string;
}

/** Directives that a frame may open for others, without `-src`. Whatever is not named stays shut. */
export type FrameDirective = 'script' | 'connect' | 'img' | 'style' | 'font' | 'frame';

export interface FrameContent {
  /** Absolute address of the one script of others that its relay loads, empty for none. Its origin need not be named below. */
  readonly script: string;
  /** What that script needs besides: origins, or keywords of the policy such as `'unsafe-inline'`. */
  readonly opens?: Readonly<Partial<Record<FrameDirective, readonly string[]>>>;
  /**
   * What the sandbox allows. Without `allow-same-origin` the frame has an origin of its own and reaches neither the page nor its cookies;
   * with it the script is trusted with the whole page, so only a script that cannot work otherwise gets it.
   */
  readonly sandbox: readonly `allow-${string}`[];
  /**
   * Whether it is also shown in a window of its own, whose opener it then keeps. Nothing else may be: a sandboxed page that wants no
   * opener is not shown by browsers.
   */
  readonly alone?: true;
  /** Public values for the relay, over the parameters of the address. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface FrameKind {
  /** Our script in it, as text: loads the outside one and tells the page what becomes of it. */
  readonly relay: string;
  /** The only parameters of its address, each with the only form that it may have. All but those listed in `optional` must be there. */
  readonly params: Readonly<Record<string, RegExp>>;
  readonly optional?: readonly string[];
  /** Undefined where the line or this server does not have it. */
  content(source: FrameSource): FrameContent | undefined;
}
