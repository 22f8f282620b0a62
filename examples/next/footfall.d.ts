/** What the tracker puts into the window when it has loaded. */
interface Window {
  footfall?: {
    track(type: string, props?: Record<string, string | number | boolean>): void;
    pageview(): void;
  };
}
