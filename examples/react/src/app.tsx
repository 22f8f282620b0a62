import { track } from '@footfall/tracker';
import { type ReactNode, useState } from 'react';
import { go, useRoute } from './route';

const titles: Record<string, string> = { '/': 'Tides', '/pricing': 'Pricing' };

export function App() {
  const route = useRoute();
  return (
    <>
      <title>{`${titles[route] ?? 'Nowhere'} · Tidemark`}</title>
      <nav>
        <Link to="/">Tides</Link> <Link to="/pricing">Pricing</Link>
      </nav>
      <h1>{titles[route] ?? 'Nowhere'}</h1>
      {route === '/pricing' ? <Pricing /> : <p>High water at 16:38.</p>}
    </>
  );
}

function Pricing() {
  const [isChosen, setChosen] = useState(false);
  function choose() {
    track('choose_plan', { plan: 'spring-tide', euros: 4 });
    setChosen(true);
  }
  return <button onClick={choose}>{isChosen ? 'Spring tide it is' : 'Choose Spring tide'}</button>;
}

function Link({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
