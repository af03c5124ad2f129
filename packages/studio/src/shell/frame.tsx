import { useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { KeyboardShortcuts } from './keys.js';
import type { Page } from './page.js';
import { ThemeChoice } from './theme-choice.js';
import { otherStudio, type ServiceName } from './which-service.js';

const SERVICES: { name: ServiceName; label: string }[] = [
  { name: 'memory', label: 'Memory' },
  { name: 'avatar', label: 'Avatar' },
];

/** The frame of each page: links to both services, the pages of this service, theme and shortcuts. */
export function Frame({ service, pages }: { service: ServiceName; pages: Page[] }) {
  const [path] = useLocation();
  const listed = pages.filter((page) => page.name !== undefined);
  const current = listed.find(
    (page) => page.path === path || (page.path !== '/' && path.startsWith(page.path)),
  );
  useEffect(() => {
    document.title = current?.name === undefined ? 'Anima' : `${current.name} · Anima`;
  }, [current]);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <header>
        <nav aria-label="Services" className="services">
          {SERVICES.map(({ name, label }) => (
            <a key={name} href={name === service ? '#/' : otherStudio()} aria-current={name === service}>
              {label}
            </a>
          ))}
        </nav>
        <nav aria-label="Pages" className="pages">
          {listed.map(({ path, name, icon }) => (
            <Link key={path} href={path} aria-current={path === current?.path ? 'page' : undefined}>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d={icon} />
              </svg>
              <span>{name}</span>
            </Link>
          ))}
        </nav>
        <ThemeChoice />
        <KeyboardShortcuts pages={listed} />
      </header>
      <main id="content" tabIndex={-1}>
        <Switch>
          {pages.map(({ path, component: Content }) => (
            <Route key={path} path={path}>
              {(params) => <Content params={params as Record<string, string | undefined>} />}
            </Route>
          ))}
          <Route>
            <section>
              <h1>Page not found</h1>
              <p>
                <Link href="/">Go to the start page</Link>
              </p>
            </section>
          </Route>
        </Switch>
      </main>
    </div>
  );
}
