"""Makes model-int8.onnx from model.onnx: weights of 7 bits for each channel, uint8 activations, calibrated on the portraits that ship
(models/heads), made worse in the ways that faces in clips are. Seven bits, because processors without VNNI add two products in 16
bits: 2 x 255 x 64 fits, and every processor says the same. What the eighth bit brought is won back by the way in which weights are
rounded. Needs onnx, onnxruntime, numpy and pillow: `python quantise.py` in this folder."""

import io
import sys

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from PIL import Image, ImageFilter

from rounded_weights import round_weights

sys.path.append("..")
from vector_prelu import in_operations, in_prelus

SIZE = 128
# Of the portraits, 1024 pixels wide: the face with its hair, and parts of it.
BOXES = [(256, 160, 768, 672), (320, 256, 704, 640), (384, 400, 640, 656), (300, 300, 556, 556)]


def worse(crop: Image.Image) -> list[Image.Image]:
    """As it is, compressed, shrunk and compressed, blurred, noisy, dark and bright."""
    jpeg = lambda image, quality: Image.open(io.BytesIO(encoded(image, quality)))
    small = crop.resize((SIZE // 2, SIZE // 2), Image.BICUBIC)
    noise = np.random.default_rng(1).normal(0, 8, (SIZE, SIZE, 3))
    noisy = np.clip(np.asarray(crop, np.float32) + noise, 0, 255).astype(np.uint8)
    return [
        crop,
        jpeg(crop, 25),
        jpeg(small, 30).resize((SIZE, SIZE), Image.BICUBIC),
        crop.filter(ImageFilter.GaussianBlur(1.5)),
        Image.fromarray(noisy),
        crop.point(lambda value: value * 0.4),
        crop.point(lambda value: min(255, value * 1.4)),
    ]


def encoded(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return out.getvalue()


def crops() -> list[np.ndarray]:
    faces = [Image.open(f"../heads/{name}.png").convert("RGB") for name in ("ada", "leo")]
    cut = [face.crop(box).resize((SIZE, SIZE), Image.LANCZOS) for face in faces for box in BOXES]
    return [tensor(image) for crop in cut for image in worse(crop)]


class Portraits(CalibrationDataReader):
    def __init__(self) -> None:
        self.inputs = iter(crops())

    def get_next(self):
        value = next(self.inputs, None)
        return None if value is None else {"input": value}


def tensor(image: Image.Image) -> np.ndarray:
    return np.asarray(image, np.float32).transpose(2, 0, 1)[None] / 255


quantize_static(
    in_prelus(onnx.load("model.onnx")),
    "model-int8.onnx",
    Portraits(),
    quant_format=QuantFormat.QDQ,
    per_channel=True,
    reduce_range=True,
    activation_type=QuantType.QUInt8,
    weight_type=QuantType.QInt8,
    calibrate_method=CalibrationMethod.MinMax,
)
rounded = round_weights(onnx.load("model-int8.onnx"), onnx.load("model.onnx"), crops()[::2])
onnx.save(in_operations(rounded), "model-int8.onnx")
