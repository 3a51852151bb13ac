import { Icon } from './icon.tsx';
import { TextLink } from './links.tsx';
import type { AlertProps, IconProps, Tone } from './types.ts';

const icons: Readonly<Record<Tone, IconProps['name']>> = {
  info: 'clock',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

/** A sentence about the whole form or screen; read out when it appears. */
export function Alert({ tone, children, links = [] }: AlertProps) {
  return (
    <div className={`alert tone-${tone}`} role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className="alert-text">
        {children}
        {links.length > 0 && (
          <span className="alert-links">
            {links.map((link) => (
              <TextLink key={link.id} {...link} />
            ))}
          </span>
        )}
      </div>
    </div>
  );
}
