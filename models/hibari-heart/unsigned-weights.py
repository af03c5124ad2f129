"""Converts the int8 weights of voice.onnx and their zero points to uint8 by adding 128, which keeps their values. CPUs without VNNI
add two products of a uint8 and an int8 in 16 bits, which overflow, but two products of uint8 in 32 bits, so that every CPU gives
bit-identical output. Needs onnx and numpy: run `python unsigned-weights.py` in this folder. A second run has no effect."""

import numpy as np
import onnx
from onnx import numpy_helper

model = onnx.load("voice.onnx")
for tensor in model.graph.initializer:
    if tensor.data_type == onnx.TensorProto.INT8:
        raised = (numpy_helper.to_array(tensor).astype(np.int16) + 128).astype(np.uint8)
        tensor.CopyFrom(numpy_helper.from_array(raised, tensor.name))
onnx.save(model, "voice.onnx")
