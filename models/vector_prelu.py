"""Writes each PRelu of the networks below as relu(x) + slope * min(x, 0): the same numbers to the bit, since one of the two terms is always zero. onnxruntime
takes PRelu value by value, which was more than half of the landmark network's time, and these four operations many values at a time. Needs onnx and
numpy: `python vector_prelu.py` in this folder; a second run changes nothing."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

NETWORKS = ["face-landmarks/face-mesh.onnx", "upscale-general/model.onnx", "upscale-general/model-int8.onnx"]
ZERO = "zero"
PARTS = ("above", "below", "scaled")


def in_operations(model: onnx.ModelProto) -> onnx.ModelProto:
    """In place."""
    if any(node.op_type == "PRelu" for node in model.graph.node):
        put_nodes(model, [part for node in model.graph.node for part in operations(node)])
        model.graph.initializer.append(numpy_helper.from_array(np.zeros((), np.float32), ZERO))
    return model


def in_prelus(model: onnx.ModelProto) -> onnx.ModelProto:
    """The way back, in place: what quantises a network is to see one operation, not the numbers between four."""
    makers = {output: node for node in model.graph.node for output in node.output}
    put_nodes(model, [whole for node in model.graph.node for whole in joined(node, makers)])
    left = [tensor for tensor in model.graph.initializer if tensor.name != ZERO]
    del model.graph.initializer[:]
    model.graph.initializer.extend(left)
    return model


def operations(node: onnx.NodeProto) -> list[onnx.NodeProto]:
    if node.op_type != "PRelu":
        return [node]
    value, slope = node.input
    (output,) = node.output
    above, below, scaled = parts_of(output)
    return [
        helper.make_node("Relu", [value], [above]),
        helper.make_node("Clip", [value, "", ZERO], [below]),
        helper.make_node("Mul", [below, slope], [scaled]),
        helper.make_node("Add", [scaled, above], [output]),
    ]


def joined(node: onnx.NodeProto, makers: dict[str, onnx.NodeProto]) -> list[onnx.NodeProto]:
    (output,) = node.output
    above, below, scaled = parts_of(output)
    if list(node.input) == [scaled, above]:
        return [helper.make_node("PRelu", [makers[above].input[0], makers[scaled].input[1]], [output])]
    return [] if output.endswith(tuple(f"_{part}" for part in PARTS)) else [node]


def parts_of(output: str) -> list[str]:
    return [f"{output}_{part}" for part in PARTS]


def put_nodes(model: onnx.ModelProto, nodes: list[onnx.NodeProto]) -> None:
    del model.graph.node[:]
    model.graph.node.extend(nodes)


if __name__ == "__main__":
    for path in NETWORKS:
        onnx.save(in_operations(onnx.load(path)), path)
