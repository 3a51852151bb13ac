import { Icon } from './icon.tsx';
import { Links } from './links.tsx';
import type { AlertProps, IconProps, Tone } from './types.ts';

const icons: Readonly<Record<Tone, IconProps['name']>> = {
  info: 'clock',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

/** Id of the failure above a form, for the field that it concerns. */
export const FAILURE_ID = 'failure';

/** A sentence about the whole form or screen; read out when it appears, and what comes with a screen is news as well. */
export function Alert({ tone, children, links = [], id, title, ref }: AlertProps) {
  return (
    <div
      ref={ref}
      {...(id !== undefined && { id })}
      data-title={title}
      className={`alert tone-${tone}`}
      role={tone === 'info' ? 'status' : 'alert'}
    >
      <Icon name={icons[tone]} />
      <div className="alert-text">
        {children}
        <Links items={links} inline />
      </div>
    </div>
  );
}
