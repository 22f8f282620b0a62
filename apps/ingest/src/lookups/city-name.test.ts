import { cityWithoutDistrict } from './city-name.ts';

describe('cityWithoutDistrict', () => {
  it.each([
    ['Mountain View', 'Mountain View'],
    ['', ''],
    ['Chicago (West Loop)', 'Chicago'],
    ['London (Saint Giles (Holborn))', 'London'],
    ['Zurich (Zurich (Kreis 11) / Oerlikon)', 'Zurich'],
    ['Seoul (Euljiro 2(i)-ga)', 'Seoul'],
    ['Santa Rosa (Real Tulipanes) [Fraccionamiento]', 'Santa Rosa'],
    ['Cristeros [Fraccionamiento]', 'Cristeros'],
    ['Hennef (Sieg)', 'Hennef'],
    ['Munich(Moosach)', 'Munich(Moosach)'],
    ['(Moosach)', '(Moosach)'],
  ])('omits the district: %s', (name, city) => {
    expect(cityWithoutDistrict(name)).toBe(city);
  });

  it.each([
    ['Frankfurt (Oder)', 'Frankfurt (Oder)'],
    ['Halle (Saale)', 'Halle (Saale)'],
    ['Frankfurt (Oder) (Markendorf)', 'Frankfurt (Oder)'],
    ['Kempten (Allgau) (Dreifaltigkeit)', 'Kempten (Allgau)'],
    ['Freiburg (Elbe) Flecken', 'Freiburg (Elbe)'],
  ])('keeps the part that distinguishes a town from its namesakes: %s', (name, city) => {
    expect(cityWithoutDistrict(name)).toBe(city);
  });
});
