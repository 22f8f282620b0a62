/** City names as people know them: DB-IP adds the district, which would split a city into many. */

/** Towns whose name itself has a parenthesis, because there are others of that name. Written as DB-IP does, without accents. */
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

/** `Chicago (West Loop)` is `Chicago`, `Frankfurt (Oder) (Markendorf)` is `Frankfurt (Oder)`. */
export function cityWithoutDistrict(name: string): string {
  const end = name.search(/ [([]/);
  if (end === -1) return name;
  return namesakes.find((town) => name.startsWith(town)) ?? name.slice(0, end);
}
