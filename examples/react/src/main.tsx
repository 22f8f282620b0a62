import { init } from '@footfall/tracker';
import { createRoot } from 'react-dom/client';
import { App } from './app';

init({
  key: import.meta.env.VITE_FOOTFALL_KEY,
  endpoint: import.meta.env.VITE_FOOTFALL_INGEST ?? 'http://127.0.0.1:4001',
  debug: import.meta.env.DEV,
});

createRoot(document.getElementById('root')!).render(<App />);
