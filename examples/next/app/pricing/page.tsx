import { Choose } from './choose';

export const metadata = { title: 'Pricing · Tidemark' };

export default function Page() {
  return (
    <>
      <h1>Pricing</h1>
      <Choose />
    </>
  );
}
