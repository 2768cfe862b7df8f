type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** What a lack of one kind of cones makes of linear red, green and blue (Machado, Oliveira and Fernandes 2009). */
const VISIONS: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Linear red, green and blue to cones, and the cube roots of those to OKLab (Ottosson 2020). */
const CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** Return a colour in OKLab as eyes of a kind see it. @param color `#rrggbb` */
export function seen(color: string, vision: string): Triple {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const shown = times(VISIONS[vision]!, linear).map((part) => Math.min(1, Math.max(0, part)));
  return times(OKLAB, times(CONES, shown as unknown as Triple).map(Math.cbrt) as unknown as Triple);
}

function times(matrix: Matrix, [a, b, c]: Triple): Triple {
  return matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;
}
