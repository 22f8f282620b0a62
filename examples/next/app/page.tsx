export const metadata = { title: 'Tides · Tidemark' };

export default function Page() {
  return (
    <>
      <h1>Tides</h1>
      <p>High water at 16:38.</p>
    </>
  );
}
