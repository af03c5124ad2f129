"""The parameters of skin, lips, eyes and clothes of the six heads. Three values of a colour are sRGB levels."""

from dataclasses import dataclass, field

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Iris:
    """From the edge of the pupil outwards: the ring around it, the body and the dark border."""

    inner: Colour
    body: Colour
    border: Colour
    # Radius of the pupil as a share of that of the iris.
    pupil: float = 0.34


@dataclass(frozen=True)
class Cloth:
    """`weave`: knit (stitches), jersey (smooth, ribbed along its rims), woven (shirts), wool or fleece; `trim` is the colour of collars and hems."""

    colour: Colour
    weave: str
    trim: Colour | None = None


@dataclass(frozen=True)
class Look:
    seed: int
    # Amount of melanin (light .2 to dark 3) and of blood near the surface (pale .3 to rosy .7).
    melanin: float
    blood: float
    iris: Iris
    cloth: Cloth
    # Blood that cheeks, nose and ears have more.
    flush: float = 0.30
    # 0 to 1: of spots; of lines and age spots; of the shade of a shaven beard, of a short beard; of a line along the upper lashes.
    freckles: float = 0.0
    age: float = 0.0
    stubble: float = 0.0
    beard: float = 0.0
    liner: float = 0.3
    # How deep the fold of the upper lid looks, 0 to 1.
    fold: float = 0.8
    # The additional blood of lips and the factor of their linear colour.
    lip_blood: float = 1.2
    lip_tint: Colour = (1.0, 1.0, 1.0)
    # 0 to 1: how moist they look.
    lip_gloss: float = 1.0
    # The factor of the light on skin, like a photographer's exposure.
    exposure: float = 1.0
    # 0 to 1: how smooth skin is (drawn persons), and how much it shines.
    smooth: float = 0.0
    shine: float = 1.0
    hair: Colour = field(default=(70, 50, 40))


DARK_BROWN = Iris((98, 62, 36), (62, 39, 25), (26, 17, 13))
HAZEL = Iris((148, 104, 52), (98, 88, 52), (44, 40, 30))
GREEN = Iris((142, 112, 58), (92, 108, 76), (38, 48, 40))
BLUE = Iris((150, 156, 150), (96, 128, 150), (40, 56, 76))
AMBER = Iris((160, 106, 46), (112, 68, 32), (44, 26, 16), pupil=0.42)

LOOKS: dict[str, Look] = {
    "ada": Look(
        seed=11, melanin=0.40, blood=0.40, iris=GREEN, cloth=Cloth((38, 92, 98), "jersey"), freckles=0.45, liner=0.95, fold=0.9,
        lip_blood=1.20, lip_tint=(0.84, 0.70, 0.84), hair=(96, 62, 40),
    ),
    "leo": Look(
        seed=12, melanin=0.62, blood=0.42, iris=HAZEL, cloth=Cloth((60, 74, 96), "woven"), stubble=0.75, liner=0.5,
        lip_blood=0.90, lip_tint=(0.80, 0.73, 0.82), lip_gloss=0.5, hair=(58, 42, 32),
    ),
    "mei": Look(
        seed=13, melanin=0.42, blood=0.38, iris=DARK_BROWN, cloth=Cloth((172, 82, 76), "jersey"), flush=0.26, liner=1.0, fold=0.4,
        lip_blood=1.35, lip_tint=(0.86, 0.68, 0.82), smooth=0.35, hair=(30, 24, 23),
    ),
    "kofi": Look(
        seed=14, melanin=2.60, blood=0.30, exposure=1.14, iris=DARK_BROWN, cloth=Cloth((214, 202, 182), "knit"), flush=0.20, stubble=0.5, beard=0.95,
        liner=0.6, lip_blood=0.62, lip_tint=(0.86, 0.79, 0.90), lip_gloss=0.7, shine=1.2, hair=(24, 20, 19),
    ),
    "grace": Look(
        seed=15, melanin=0.30, blood=0.46, iris=BLUE, cloth=Cloth((92, 62, 84), "wool"), flush=0.34, age=1.0, liner=0.7,
        lip_blood=1.05, lip_tint=(0.84, 0.74, 0.86), lip_gloss=0.75, shine=0.8, hair=(176, 174, 172),
    ),
    "pip": Look(
        seed=16, melanin=0.50, blood=0.50, iris=AMBER, cloth=Cloth((222, 150, 54), "fleece"), flush=0.42, freckles=0.8, liner=0.9,
        lip_blood=1.05, lip_tint=(0.90, 0.76, 0.86), exposure=1.05, smooth=0.85, shine=0.9, hair=(120, 62, 34),
    ),
}
