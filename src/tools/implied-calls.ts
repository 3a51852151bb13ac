/** What an entry of calls.json leaves unsaid: sources of the same name, the captcha's answer, what is optional. */
import type { Call, Calls } from '../engine/whole.ts';
import type { ApiShape, CaptchaValue, Value } from '../generated/config.ts';
import { isDictionary } from './list-patch.ts';

type Values = Readonly<Record<string, Value>>;
type Shapes = Readonly<Record<string, ApiShape>>;

/** What a captcha answers, which goes along in a call that it guards. */
const CAPTCHA: readonly CaptchaValue['captcha'][] = ['ticket', 'randstr', 'captchaAppId'];

/** Whether a call's captcha policy (`guard.captcha`) ever asks for one. */
export const isGuardedBy = (policy: unknown): boolean => policy !== undefined && policy !== null && policy !== 'never';

/** Values with every source of the same name, and every empty text, as an object. */
export const wholeValues = (values: object): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, value === '' ? { const: '' } : { [value]: name }];
    }),
  );

/** Names of properties, and keys, with the name where it stands for itself. */
const sameNames = (names: object) =>
  Object.fromEntries(Object.entries(names).map(([name, from]) => [name, from === true ? name : from]));

/** Whether a value may be an empty text: what somebody typed, what was brought along or kept. */
function mayBeEmpty(value: unknown, rule: unknown): boolean {
  if (!isDictionary(value)) return false;
  const isNumber = isDictionary(rule) && String(rule.$ref).startsWith('enum:');
  return 'flow' in value
    ? !('or' in value || isNumber)
    : ['field', 'query', 'stored', 'captcha'].some((source) => source in value);
}

/** Properties that the call's shape does without, and that would be sent empty. */
function optionalOf(body: Values, shape: ApiShape | undefined): readonly string[] {
  const request: unknown = shape?.request;
  if (!isDictionary(request) || !isDictionary(request.properties)) return [];
  const { properties, required } = request;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const isFree = (name: string): boolean => Object.hasOwn(properties, name) && !needed.includes(name);
  return Object.keys(body).filter((name) => isFree(name) && mayBeEmpty(body[name], properties[name]));
}

function wholeCall(written: Readonly<Record<string, unknown>>, shape: ApiShape | undefined): Call {
  const { method = 'POST', path, headers, body, keeps, saves, guard, ...rest } = written;
  const isGuarded = isDictionary(guard) && isGuardedBy(guard.captcha);
  const said = isDictionary(body) ? wholeValues(body) : body;
  const answer = Object.fromEntries(CAPTCHA.map((part) => [part, { captcha: part }]));
  const sent = isGuarded ? { ...(said as Values), ...answer } : said;
  const optional = isDictionary(sent) ? optionalOf(sent as Values, shape) : [];
  return {
    method,
    path,
    ...(headers !== undefined && { headers }),
    ...(sent !== undefined && { body: sent }),
    ...(optional.length > 0 && { optional }),
    ...(keeps !== undefined && { keeps: isDictionary(keeps) ? sameNames(keeps) : keeps }),
    ...(saves !== undefined && { saves: isDictionary(saves) ? sameNames(saves) : saves }),
    ...(guard !== undefined && { guard }),
    fails: [],
    ...rest,
  } as unknown as Call;
}

/**
 * The calls with everything that they leave unsaid, but for the codes that are implied (`implied.ts`).
 * @param calls as the layers say them, sound or not
 */
export function wholeCalls(calls: Readonly<Record<string, unknown>>, shapes: Shapes): Calls {
  const { headers, calls: each } = calls;
  return {
    ...calls,
    ...(isDictionary(headers) && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([set, values]) => [set, isDictionary(values) ? wholeValues(values) : values]),
      ),
    }),
    ...(isDictionary(each) && {
      calls: Object.fromEntries(
        Object.entries(each).map(([id, call]) => [id, isDictionary(call) ? wholeCall(call, shapes[id]) : call]),
      ),
    }),
  } as Calls;
}
