import { Icon } from './icon.tsx';
import { Picture } from './picture.tsx';
import type { FrameProps } from './types.ts';

/** What stands around every screen: skip link, wordmark, language switch, the illustration, footer. */
export function Frame(props: FrameProps) {
  const {
    shown,
    layout,
    brand,
    logo,
    logoOnDark,
    homeHref,
    illustration,
    band,
    tagline,
    promise,
    footer,
    skipText,
    languages,
  } = props;
  return (
    <div key={layout} className={`frame ${layout}`}>
      <a className="skip" href="#main">
        {skipText}
      </a>
      <div className="hero">
        {/* Where it does not stand beside a form, it is the band in any window. */}
        <Picture
          src={layout === 'split' ? illustration : band}
          {...(layout === 'split' && { narrow: band })}
          alt=""
          width={1000}
          height={1200}
          loading="lazy"
        />
        {layout === 'split' && (
          <aside className="hero-text" aria-label={brand}>
            <p className="tagline">{tagline}</p>
            <p className="promise">{promise}</p>
          </aside>
        )}
      </div>
      <div className="stage">
        <header className="top">
          <a className="home" href={homeHref}>
            <Picture src={logo} {...(logoOnDark && { narrow: logoOnDark })} alt={brand} width={168} height={36} />
          </a>
          {props.bar}
          {languages && (
            <nav className="languages" aria-label={languages.label}>
              <Icon name="globe" />
              <ul>
                {languages.items.map((item) => (
                  <li key={item.id}>
                    <a
                      href={item.href}
                      lang={item.id}
                      hrefLang={item.id}
                      aria-current={item.current ? 'true' : undefined}
                      onClick={(event) => languages.onSelect(item.id, event)}
                    >
                      {item.label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </header>
        <main id="main" tabIndex={-1}>
          <div key={shown} className="content">
            {props.children}
          </div>
          {props.banner && <div className="banner">{props.banner}</div>}
        </main>
        <footer key={shown} className="foot">
          {footer}
        </footer>
      </div>
    </div>
  );
}
