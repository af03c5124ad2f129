"""Base class of the models of responses."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Part of a response. Fields of newer services stay accessible as attributes."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())
