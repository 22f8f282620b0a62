'use client';

import { useState } from 'react';

export function Choose() {
  const [isChosen, setChosen] = useState(false);
  function choose() {
    window.footfall?.track('choose_plan', { plan: 'spring-tide', euros: 4 });
    setChosen(true);
  }
  return <button onClick={choose}>{isChosen ? 'Spring tide it is' : 'Choose Spring tide'}</button>;
}
