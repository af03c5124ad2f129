"""Writes each PRelu of face-mesh.onnx as relu(x) + slope * min(x, 0): the same numbers to the bit, since one of the two terms is always zero. onnxruntime
takes PRelu value by value, which was more than half of the network's time, and these four operations many values at a time. Needs onnx and numpy:
`python vector-prelu.py` in this folder; a second run changes nothing."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

ZERO = "zero"


def replaced(node):
    if node.op_type != "PRelu":
        return [node]
    value, slope = node.input
    (output,) = node.output
    above, below, scaled = (f"{output}_{part}" for part in ("above", "below", "scaled"))
    return [
        helper.make_node("Relu", [value], [above]),
        helper.make_node("Clip", [value, "", ZERO], [below]),
        helper.make_node("Mul", [below, slope], [scaled]),
        helper.make_node("Add", [scaled, above], [output]),
    ]


model = onnx.load("face-mesh.onnx")
graph = model.graph
if any(node.op_type == "PRelu" for node in graph.node):
    nodes = [part for node in graph.node for part in replaced(node)]
    del graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.append(numpy_helper.from_array(np.zeros((), np.float32), ZERO))
    onnx.save(model, "face-mesh.onnx")
