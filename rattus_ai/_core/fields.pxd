# cython: language_level=3
# States as plain values (csrc/util/fields.hpp) to dicts and back, for every game whose core speaks that way.
from libcpp.string cimport string
from libcpp.vector cimport vector


cdef extern from "util/fields.hpp" namespace "rattus_ai::util" nogil:
    cdef cppclass Field:
        string name
        int depth
        string text
        vector[vector[int]] rows


cdef inline object value_of(const Field& field):
    cdef vector[vector[int]] rows = field.rows
    if field.depth == -1:
        return field.text.decode()
    if field.depth == 0:
        return rows[0][0]
    if field.depth == 1:
        return rows[0]
    return rows


cdef inline dict dict_of_fields(const vector[Field]& fields):
    out = {}
    for i in range(fields.size()):
        *path, name = fields[i].name.decode().split(".")
        place = out
        for step in path:
            place = place.setdefault(step, {})
        place[name] = value_of(fields[i])
    return out


cdef inline int add_field(vector[Field]& fields, str name, object value) except -1:
    cdef Field field
    field.name = name.encode()
    if isinstance(value, dict):
        for inner, inner_value in value.items():
            add_field(fields, f"{name}.{inner}", inner_value)
        return 0
    try:
        if isinstance(value, str):
            field.depth = -1
            field.text = value.encode()
        elif isinstance(value, int):
            field.depth = 0
            field.rows = [[int(value)]]
        elif value and not isinstance(value[0], int):
            field.depth = 2
            field.rows = [list(row) for row in value]
        else:
            field.depth = 1
            field.rows = [list(value)]
    except (TypeError, OverflowError, ValueError, KeyError) as problem:
        raise ValueError(f"{name}: expected a number, a text, a list or a list of lists of numbers: {problem}") from None
    fields.push_back(field)
    return 0


cdef inline vector[Field] fields_of_dict(dict values) except *:
    cdef vector[Field] fields
    for name, value in values.items():
        if not isinstance(name, str):
            raise ValueError(f"{name!r}: names of fields are texts")
        add_field(fields, name, value)
    return fields
