"""Makes the int8 weights of voice.onnx uint8, 128 higher, and their zero points with them: the same numbers, another type. Processors
without VNNI add two products of a uint8 and an int8 in 16 bits, which overflow; of two uint8 they add them in 32, so that every
processor says the same. Needs onnx and numpy: `python unsigned-weights.py` in this folder; a second run changes nothing."""

import numpy as np
import onnx
from onnx import numpy_helper

model = onnx.load("voice.onnx")
for tensor in model.graph.initializer:
    if tensor.data_type == onnx.TensorProto.INT8:
        raised = (numpy_helper.to_array(tensor).astype(np.int16) + 128).astype(np.uint8)
        tensor.CopyFrom(numpy_helper.from_array(raised, tensor.name))
onnx.save(model, "voice.onnx")
