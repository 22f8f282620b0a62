/** City names without districts: DB-IP adds them, which would split a city into many. */

/** Towns whose name contains a parenthesis, because others have the same name. Spelled as in DB-IP, without accents. */
const namesakes = [
  'Au (Schwarzwald)',
  'Brake (Unterweser)',
  'Frankfurt (Oder)',
  'Freiburg (Elbe)',
  'Halle (Saale)',
  'Hamm (Sieg)',
  'Kempten (Allgau)',
  'Neustadt (Hessen)',
  'Nussdorf (Chiemgau)',
  'Rotenburg (Wumme)',
  'Wetter (Ruhr)',
  'Winsen (Aller)',
  'Winsen (Luhe)',
];

/** Returns `Chicago` for `Chicago (West Loop)`, and `Frankfurt (Oder)` for `Frankfurt (Oder) (Markendorf)`. */
export function cityWithoutDistrict(name: string): string {
  const end = name.search(/ [([]/);
  if (end === -1) return name;
  return namesakes.find((town) => name.startsWith(town)) ?? name.slice(0, end);
}
