/**
 * A person at a real browser, for journeys and faults. What they look for is named by message key, so a step finds
 * `fields.username.label` by the accessible name that the line shows in its language: a renamed label needs no new step.
 */
import IntlMessageFormatModule from 'intl-messageformat';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { siteName } from '../engine/redirect.ts';
import { withProvider } from './named-provider.ts';
import type { ResolvedLine } from './resolve.ts';

const IntlMessageFormat = ((IntlMessageFormatModule as unknown as { default?: typeof IntlMessageFormatModule })
  .default ?? IntlMessageFormatModule) as typeof IntlMessageFormatModule;

/** How long a step may take before it counts as never, milliseconds: on a busy machine, with others beside it. */
export const PATIENCE = 45_000;

/** Rich tags fall away, as they do for someone who listens. */
const plain = (chunks: unknown): string => (Array.isArray(chunks) ? chunks.join('') : String(chunks));

export class Person {
  /** Requests to the API, in order: `POST /api/...`. */
  readonly requests: string[] = [];
  /** Violations of the policy and uncaught errors; a journey ends with none. */
  readonly complaints: string[] = [];

  constructor(
    readonly line: ResolvedLine,
    readonly language: string,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly origin: string,
  ) {
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/')) this.requests.push(`${request.method()} ${url.pathname}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript|hydrat/i.test(message.text()))
        this.complaints.push(`console: ${message.text()}`);
    });
  }

  /** The line's text of a message key, in the visitor's language. */
  text(key: string, params: Record<string, string | number> = {}): string {
    const found = this.line.messages[this.language]?.[key];
    if (found === undefined) throw new Error(`No message ${key} (${this.language}).`);
    const known = {
      ...this.line.line.limits,
      ...this.line.line.coupons,
      ...this.line.line.contacts,
      currency: this.line.line.currency,
      brand: this.line.messages[this.language]?.['line.brand'] ?? '',
      otherSite: siteName(this.line.line.otherZone?.url),
      when: this.line.messages[this.language]?.['frame.later'] ?? '',
      // Named by answers to a third-party sign-in alone.
      provider: '',
      offered: '',
      // Named by the account that is signed in alone.
      phoneVerified: 'false',
      ownEmail: '',
      own: 'false',
      // Whether a code proved something already.
      proof: 'given',
      ...params,
    };
    return String(
      new IntlMessageFormat(
        withProvider(found, this.line.messages[this.language], known.provider),
        this.language,
      ).format({
        ...known,
        b: plain,
        link: plain,
        terms: plain,
        privacy: plain,
      }),
    );
  }

  async open(pathOrScreen: string): Promise<void> {
    const path = pathOrScreen.startsWith('/') ? pathOrScreen : this.line.line.routes[pathOrScreen]?.[0];
    if (!path) throw new Error(`Screen ${pathOrScreen} has no route.`);
    await this.page.goto(`${this.origin}${path}`);
    await this.live();
  }

  /** Waits until the page is hydrated. */
  async live(): Promise<void> {
    await this.page.waitForSelector('html[data-live]', { state: 'attached', timeout: PATIENCE });
  }

  field(id: string): Locator {
    // A form may give it another label: whichever is there.
    const labels = Object.keys(this.line.messages[this.language] ?? {}).filter(
      (key) => key === `fields.${id}.label` || key.startsWith(`fields.${id}.labels.`),
    );
    const [own, ...others] = labels.map((key) => this.page.getByLabel(this.text(key), { exact: true }));
    return others.reduce((either, other) => either.or(other), own as Locator);
  }

  async fill(values: Record<string, string | boolean>): Promise<void> {
    for (const [id, value] of Object.entries(values)) {
      if (typeof value === 'boolean') await this.checkbox(id).setChecked(value);
      else await this.field(id).fill(value);
    }
  }

  checkbox(id: string): Locator {
    return this.page.getByRole('checkbox', { name: this.text(`fields.${id}.label`) });
  }

  async choose(field: string, option: string): Promise<void> {
    await this.page.getByRole('radio', { name: this.text(`fields.${field}.options.${option}`) }).check();
  }

  async tab(screen: string, form: string): Promise<void> {
    await this.page.getByRole('tab', { name: this.text(`screens.${screen}.forms.${form}.tab`) }).click();
  }

  /** A button; one of a row is named by which row it is about, too. */
  button(key: string, params: Record<string, string | number> = {}, within: Page | Locator = this.page): Locator {
    const text = this.text(key, params);
    const inRow = /\.records\.[^.]+\.events\./.test(key);
    return within.getByRole('button', inRow ? { name: new RegExp(`^${text}[:：]`) } : { name: text, exact: true });
  }

  async press(key: string, params: Record<string, string | number> = {}): Promise<void> {
    await this.expecting(`the button ${key}`, this.button(key, params).click({ timeout: PATIENCE }));
  }

  /** Answers the question that a press asks, by the button that goes on. */
  async goOn(key: string): Promise<void> {
    const button = this.page.getByRole('alertdialog').getByRole('button', { name: this.text(key), exact: true });
    await this.expecting(`the question with the button ${key}`, button.click({ timeout: PATIENCE }));
  }

  async follow(key: string): Promise<void> {
    await this.page
      .getByRole('link', { name: this.text(key) })
      .first()
      .click();
  }

  /** Waits until a sentence is on the page. */
  async sees(key: string, params: Record<string, string | number> = {}): Promise<void> {
    await this.expecting(
      `the sentence ${key}`,
      this.page.getByText(this.text(key, params)).first().waitFor({ timeout: PATIENCE }),
    );
  }

  /** Waits for something and, when it does not come, says what is on the page instead. */
  private async expecting(what: string, wait: Promise<unknown>): Promise<void> {
    try {
      await wait;
    } catch (error) {
      await this.page.screenshot({ path: '.cache/test/journey-failure.png' }).catch(() => undefined);
      const shown = await this.page
        .locator('body')
        .ariaSnapshot()
        .catch(() => '');
      throw new Error(
        `Waited for ${what} at ${this.page.url()}, saw:\n${shown}\nLast requests: ${this.requests.slice(-5).join(', ')}`,
        { cause: error },
      );
    }
  }

  async at(screen: string): Promise<void> {
    const paths = this.line.line.routes[screen] ?? [];
    await this.expecting(
      `the screen ${screen}`,
      this.page.waitForURL((url) => paths.includes(url.pathname), { timeout: PATIENCE }),
    );
    await this.live();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
